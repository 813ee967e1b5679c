import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { hashTree } from '#agent/update/hash-tree.ts'
import {
  RELEASE_CONTEXT,
  releaseStatement,
  type ReleaseStatement,
  type SignedRelease,
} from '#contract/device/release/release-statement.ts'

/** Makes the pair of keys for signing releases; refuses to write over a key, without which no agent could be updated any more. */
export function makeReleaseKey(file: string): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
  console.log(`${file}: a release key; keep it away from every server`)
}

/** The public part, which an agent's folder has from its installation on. */
export function addReleaseKey(folder: string, privateKey: string): void {
  const pem = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' })
  writeFileSync(path.join(folder, 'release-key.pem'), pem)
}

/** Of the files as an agent unpacks them: without the one folder around them. */
function treeOf(archive: Uint8Array): string {
  const files = Object.entries(unzipSync(archive)).filter(([name]) => !name.endsWith('/'))
  return hashTree(
    new Map(
      files.map(([name, bytes]) => [
        name.slice(name.indexOf('/') + 1),
        createHash('sha256').update(bytes).digest('hex'),
      ]),
    ),
  )
}

/** Signs what an archive is. */
export function signRelease(
  archive: Uint8Array,
  about: Omit<ReleaseStatement, 'sha256' | 'size' | 'tree'>,
  privateKey: string,
): SignedRelease {
  const sha256 = createHash('sha256').update(archive).digest('hex')
  const statement = JSON.stringify(
    releaseStatement.parse({ ...about, sha256, tree: treeOf(archive), size: archive.length }),
  )
  const signature = sign(
    null,
    Buffer.from(RELEASE_CONTEXT + statement),
    createPrivateKey(privateKey),
  )
  return { statement, signature: signature.toString('base64url') }
}
