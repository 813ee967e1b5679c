/** One part of a multipart stream; header names in lower case. */
export interface Part {
  headers: Map<string, string>
  body: Buffer
}

/** A picture of a camera is a few hundred kilobytes; a part beyond this is not ours. */
const MAX_PART = 8 * 1024 * 1024
const MAX_HEAD = 8192
const HEAD_END = /\r?\n\r?\n/

/** The boundary of a `multipart/…` content type without its dashes; undefined when there is none. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const found = /^multipart\/.*;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(
    contentType ?? '',
  )
  return (found?.[1] ?? found?.[2])?.replace(/^--/, '')
}

/**
 * Cuts an endless multipart stream, fed in any pieces: by Content-Length where a part has it, since a JPEG may hold the
 * boundary, else at the next boundary. Throws when a part is larger than 8 MB.
 */
export function partCutter(boundary: string, part: (part: Part) => void) {
  const mark = Buffer.from(`--${boundary}`)
  let waiting = Buffer.alloc(0)

  /** True while something was cut off the front. */
  function cutNextPart(): boolean {
    const start = waiting.indexOf(mark)
    if (start < 0) {
      // The tail may hold the beginning of a boundary.
      waiting = waiting.subarray(Math.max(0, waiting.length - mark.length))
      return false
    }
    const headStart = start + mark.length
    const head = waiting.subarray(headStart, headStart + MAX_HEAD).toString('latin1')
    const headEnd = HEAD_END.exec(head)
    if (!headEnd) {
      if (head.length < MAX_HEAD) return false
      waiting = waiting.subarray(headStart)
      return true
    }
    const headers = headersOf(head.slice(0, headEnd.index))
    const bodyStart = headStart + headEnd.index + headEnd[0].length
    const bodyEnd = endOfBody(headers, bodyStart)
    if (bodyEnd === undefined) return false
    part({ headers, body: Buffer.from(waiting.subarray(bodyStart, bodyEnd)) })
    waiting = waiting.subarray(bodyEnd)
    return true
  }

  function endOfBody(headers: Map<string, string>, bodyStart: number): number | undefined {
    const length = Number(headers.get('content-length') ?? Number.NaN)
    if (Number.isSafeInteger(length) && length >= 0) {
      if (length > MAX_PART) throw new Error('Part over 8 MB')
      return waiting.length >= bodyStart + length ? bodyStart + length : undefined
    }
    const next = waiting.indexOf(mark, bodyStart)
    if (next < 0) return undefined
    const lineEnd = waiting[next - 2] === 0x0d ? 2 : 1
    return Math.max(bodyStart, waiting[next - 1] === 0x0a ? next - lineEnd : next)
  }

  return {
    feed(chunk: Uint8Array): void {
      waiting = waiting.length > 0 ? Buffer.concat([waiting, chunk]) : Buffer.from(chunk)
      while (cutNextPart());
      if (waiting.length > MAX_PART + MAX_HEAD) throw new Error('Part over 8 MB')
    },
  }
}

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const [, name, value] of head.matchAll(/^([\w-]+):[ \t]*(.*?)\r?$/gm))
    headers.set(name!.toLowerCase(), value!.trim())
  return headers
}
