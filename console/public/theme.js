// Runs before the first paint, so that a chosen theme never flashes the other one. No module: modules run too late.
try {
  const theme = localStorage.getItem('florin-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; then the system's theme applies.
}
