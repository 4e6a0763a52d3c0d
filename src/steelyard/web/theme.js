// Runs before anything is drawn, so that the page does not flash in the wrong theme.
try {
  const theme = localStorage.getItem("steelyard.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage may be forbidden: use the system's theme
}
