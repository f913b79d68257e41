// Runs before the first paint. The key and the default are those of src/foundation/color-scheme.ts.
try {
  if (localStorage.getItem('ramal.tema') === 'light') {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#f6f6f8');
  }
} catch {
  // Storage withheld (private window): the default stays.
}
