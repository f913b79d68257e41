/** Puts the focus on the first field that was refused. Called once its error is on the screen. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    form
      ?.querySelector<HTMLElement>(
        '[aria-invalid="true"], [data-error] input, [data-error] textarea',
      )
      ?.focus();
  });
}
