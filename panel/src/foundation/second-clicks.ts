/** The second click of a double click on a button is not meant: what the first one did may not be drawn yet. */
export function ignoreSecondClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail !== 2 || !(event.target instanceof Element)) return;
      if (!event.target.closest('.mantine-Button-root')) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
