/**
 * Moves the focus to the first field with an error, or to `otherwise` if there is no error. Waits
 * one frame, so that React has rendered the errors.
 */
export function focusFirstError(form: HTMLElement | null, otherwise?: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const refused = form?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-error] input, [data-error] textarea',
    );
    (refused ?? otherwise)?.focus();
  });
}
