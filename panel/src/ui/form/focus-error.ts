/** Puts the focus on the first field that was refused, else on `otherwise`. Called once its error is on the screen. */
export function focusFirstError(form: HTMLElement | null, otherwise?: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const refused = form?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-error] input, [data-error] textarea',
    );
    (refused ?? otherwise)?.focus();
  });
}
