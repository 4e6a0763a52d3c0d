// Runs before anything is drawn, so that a chosen theme does not flash in late.
try {
  const theme = localStorage.getItem("steelyard.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage may be forbidden: the system's theme it is
}
