/** Downloads a file in the browser, as if the user had clicked a link. */
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
  // After this time the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
