import { open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  releaseFile,
  releaseStatement,
  signedRelease,
  type SignedRelease,
} from '#contract/device/release/release-statement.ts'
import { isNewer } from '#contract/device/release/newer-version.ts'
import { UPDATE_PART } from '#contract/device/release/agent-update.ts'
import { VERSION } from '../../../installation/release-version.ts'

const FILE =
  /^priyomka-agent-(\d{1,4}\.\d{1,4}\.\d{1,4})-([a-z0-9]{1,16}-[a-z0-9]{1,16})\.zip\.json$/
/** Releases are replaced, not gathered. */
const MOST_FILES = 200

/**
 * The newest release of the folder for an agent, of those this server may serve; null without one. The server has no key and judges no
 * signature: whoever broke into it could offer nothing that an agent takes.
 */
export async function offerFor(
  dir: string,
  { version, platform }: { version: string; platform: string },
): Promise<SignedRelease | null> {
  const names = await readdir(dir).catch(() => [])
  const found = names
    .slice(0, MOST_FILES)
    .flatMap((name) => {
      const [, release, system] = FILE.exec(name) ?? []
      return system === platform && isNewer(release!, version) ? [release!] : []
    })
    .toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
  for (const release of found) {
    const offer = await readOffer(path.join(dir, `${releaseFile(release, platform)}.json`))
    if (offer) return offer
  }
  return null
}

/** Null for a file that is no statement, or of an agent that this server would not understand. */
async function readOffer(file: string): Promise<SignedRelease | null> {
  try {
    const signed = signedRelease.parse(JSON.parse(await readFile(file, 'utf8')))
    const { min_server } = releaseStatement.parse(JSON.parse(signed.statement))
    return isNewer(min_server, VERSION) ? null : signed
  } catch {
    return null
  }
}

/** The bytes of an archive from a place on; undefined when there is no such archive. */
export async function readPart(
  dir: string,
  { version, platform, offset }: { version: string; platform: string; offset: number },
): Promise<Buffer | undefined> {
  const file = await open(path.join(dir, releaseFile(version, platform))).catch(() => undefined)
  if (!file) return undefined
  try {
    const part = Buffer.alloc(UPDATE_PART)
    const { bytesRead } = await file.read(part, 0, UPDATE_PART, offset)
    return part.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
