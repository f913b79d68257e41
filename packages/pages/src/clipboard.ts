/**
 * Copies a text to the clipboard. Returns true if it succeeded. On plain http there is no
 * `navigator.clipboard`, so the text is copied from a selected text area.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  // The text area is added inside the open dialog, if there is one. If the text area were outside
  // the dialog, the focus trap of the dialog would remove the selection.
  const parent = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  parent.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
