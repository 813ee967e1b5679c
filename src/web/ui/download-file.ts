/** Hands a file that is already here to the browser's downloads. */
export function downloadFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has started by then, so the blob URL is released.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
