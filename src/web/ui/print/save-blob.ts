const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/** Saves bytes under a name that is valid for files. */
export function saveBlob(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  const ending = ENDINGS[blob.type.split(';')[0]!.trim()] ?? 'bin'
  link.href = url
  link.download = `${name.replaceAll(/[\\/:*?"<>|]/g, ' ')}.${ending}`
  link.click()
  URL.revokeObjectURL(url)
}
