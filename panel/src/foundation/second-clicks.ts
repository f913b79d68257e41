/**
 * Ignores the second click of a double click on a button, because the result of the first click may
 * not be drawn yet.
 */
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
