/** Downloads a file in the browser, as if the user had clicked a link. */
export function downloadUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

export function downloadBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  downloadUrl(url, name);
  // After this time the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
