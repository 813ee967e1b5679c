import { zipSync } from 'fflate'

export interface ArchivedBytes {
  /** As its writer encoded it, without a sign that it is UTF-8. */
  readonly name: Uint8Array
  readonly bytes: Uint8Array
}

/** A ZIP whose names are these bytes: fflate writes UTF-8 alone, so each name takes the place of one of its length. */
export function zipArchive(files: readonly ArchivedBytes[]): Buffer {
  const places = files.map(({ name }, i) => `~${i}`.padEnd(name.length, '~'))
  const archive = zipSync(Object.fromEntries(files.map(({ bytes }, i) => [places[i]!, bytes])))
  return files.reduce(
    (zip, { name }, i) =>
      Buffer.from(
        zip.toString('latin1').replaceAll(places[i]!, Buffer.from(name).toString('latin1')),
        'latin1',
      ),
    Buffer.from(archive),
  )
}
