// Before the first paint: the theme that was chosen, so that nobody sees the other one flash by.
(function () {
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("sobremesa") || "{}").theme || theme;
  } catch {
    // Whoever forbids storage gets the theme of the system.
  }
  const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
