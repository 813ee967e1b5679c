import * as z from 'zod/mini'
import { base64url } from '../agent-enrol.ts'
import { int } from '../../core/shapes.ts'

/** A release by its three numbers: texts after them would have no order. */
export const releaseVersion = z
  .string()
  .check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 'Версия вида 1.2.3'))
/** The system as Node names it: `linux-x64`, `win32-x64`. */
export const releasePlatform = z.string().check(z.regex(/^[a-z0-9]{1,16}-[a-z0-9]{1,16}$/))

/** Twice what a release with its Node takes today, in bytes. */
const MAX_ARCHIVE = 512 * 1024 * 1024
const MAX_UNPACKED = 2 * 1024 * 1024 * 1024
const SHA256 = /^[0-9a-f]{64}$/
/** Signed before the text itself, so that a signature of the key over anything else is none of a release. */
export const RELEASE_CONTEXT = 'priyomka-agent-release\n'

/** What the holder of the release key says of one archive. */
export const releaseStatement = z.strictObject({
  version: releaseVersion,
  platform: releasePlatform,
  /** Of the archive. */
  sha256: z.string().check(z.regex(SHA256)),
  /** Of the files in it (`hash-tree.ts`): what has been unpacked is proved by it at each start. */
  tree: z.string().check(z.regex(SHA256)),
  size: int(1, MAX_ARCHIVE),
  unpacked: int(1, MAX_UNPACKED),
  /** The oldest server that understands this agent. */
  min_server: releaseVersion,
})
export type ReleaseStatement = z.output<typeof releaseStatement>

/** The statement as the very text that was signed, and its Ed25519 signature. */
export const signedRelease = z.strictObject({
  statement: z.string().check(z.maxLength(1000)),
  signature: base64url(86, 86),
})
export type SignedRelease = z.output<typeof signedRelease>

/** The archive in a folder of releases; its statement lies beside it under the same name and `.json`. */
export const releaseFile = (version: string, platform: string): string =>
  `priyomka-agent-${version}-${platform}.zip`
