/** Signs that Windows allows in no name, and those that no list shows. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[<>:"/\\|?*\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Names of devices of Windows, whatever follows their first dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i
const MAX_LENGTH = 100

/** A name that every system can unpack: without forbidden signs, no device of Windows, no dot or space at its end. */
export function safeFileName(name: string): string {
  const plain = name.normalize('NFC').replaceAll(FORBIDDEN, '_').trim()
  const short = [...plain]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/[. ]+$/, '')
  if (short === '' || /^\.+$/.test(short)) return '_'
  return DEVICES.test(short) ? `_${short}` : short
}

/** Gives each file of an archive a name of its own; systems that ignore case see different ones too. */
export class FileNames {
  readonly #taken = new Set<string>()

  /** `folder` ends with a slash or is empty; a repeated name gets a number. */
  take(folder: string, name: string, extension: string): string {
    const safe = safeFileName(name)
    for (let n = 1; ; n++) {
      const full = `${folder}${safe}${n > 1 ? ` (${n})` : ''}.${extension}`
      const key = full.toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return full
    }
  }
}
