using System.Reflection;

[assembly: AssemblyTitle("tank_player_cs")]
[assembly: AssemblyVersion("1.0.*")]
[assembly: AssemblyKeyFile("tank_player_cs.snk")]
