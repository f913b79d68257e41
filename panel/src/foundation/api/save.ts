/** Hands a file to the browser's downloads, as a link that was clicked. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  saveFrom(url, name);
  // The browser has begun reading by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
