// The rules of a game in short, and what the marks on its board mean.

/** @type {typeof import("../short-rules.js").shortRules} */
export const shortRules = {
  tank_war: {
    how: [
      "Välj en av dina vagnar. Den kör en ruta framåt, samtidigt som motståndarens vagn.",
      "Sedan skjuter varje vagn på alla fiender den når och förstör dem.",
      "Vid lika många vagnar vinner sidan med flest rutor i sin färg.",
      "L och R i en vagns namn är vänster och höger sett från dess spelare: LA är den vänstra av de två A-vagnarna.",
    ],
    legend: {
      A: "A träffar de fyra rutorna snett bredvid",
      B: "B träffar de fyra rutorna rakt bredvid",
      C: "C träffar de fyra rutorna två steg bort i rak linje",
      ground: "Område: en vagn färgar varje ruta den kör in på",
      stuck: "En blek vagn kan inte köra: en vagn är framför, eller så är den på sista raden",
      bump: "Båda ville till rutan. Den gick till sidan vars färg den hade",
    },
  },
  tank_duel: {
    how: [
      "Din vagn kör en ruta varje runda och kan inte stanna. Där den var lämnar den en mina.",
      "Välj en riktning. För att skjuta i samma runda, vrid först tornet och tryck på Skjut.",
      "Med klocka tar rundan slut av sig själv. Det du har ställt in gäller tills du ändrar det; utan en första order kör vagnen åt vänster.",
      "Tangenter: pilarna kör, W A S D vrider tornet, mellanslag skjuter.",
      "För vagnar har brädet ingen kant: de kommer tillbaka på andra sidan. Det gör inte missiler.",
    ],
    legend: {
      mine: "En mina",
      wall: "En vägg: den stoppar vagnar och missiler",
      missile: "En missil täcker två rutor och flyger två rutor per runda",
      aim: "Vart din missil skulle flyga",
    },
  },
  tank_battle: {
    how: [
      "Flytta en vagn per drag, så långt du vill, rakt eller snett. Den som går in på en fiende slår den.",
      "Partiet är slut när alla vagnar på en sida är i fiendens bas, eller borta, eller efter många drag i rad (60 per sida, om inget annat är inställt) utan slag och utan ny vagn i en bas.",
      "En vagn som är i fiendens bas stannar där.",
    ],
    legend: {
      ring: "Befälhavaren: vagnen med en ring",
      ground: "Baserna, i sin sidas färg",
      circle: "Cirkeln: 3 poäng för en befälhavare som når fiendens",
      hatch: "Kontaminerat: bara befälhavare får gå hit eller förbi",
      mine: "En mina: ingen går hit eller förbi",
      stuck: "En blek vagn kan inte flytta: ingen ruta bredvid är fri",
    },
  },
};
