import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { XMLParser } from 'fast-xml-parser'
import {
  hashOfStored,
  isMissing,
  MissingFile,
  type FileContent,
  type FileStore,
} from '../file-store.ts'
import { isName } from '../storage-key.ts'
import { StoreAway } from '../store-away.ts'
import { openS3Client, S3Refusal } from './s3-client.ts'
import type { S3Settings } from './s3-settings.ts'

export interface S3Store extends FileStore {
  /** Names of objects beside the files, in their order; `folder` ends with a slash. */
  namesUnder(folder: string): AsyncIterable<string>
  /** Stores bytes under a name that has none; an older object is never replaced. */
  putNew(name: string, content: Uint8Array): Promise<void>
  close(): void
}

/** Names in one bucket of any store that speaks S3. */
export function openS3Store(settings: S3Settings, silenceMs: number): S3Store {
  const client = openS3Client(settings, silenceMs)
  const store: S3Store = {
    async put(name, content) {
      const { size, sha256, md5 } = await measure(content)
      const headers = {
        'content-length': String(size),
        'content-type': 'application/octet-stream',
        // Both are compared by the store with what has come.
        'content-md5': Buffer.from(md5, 'hex').toString('base64'),
        'x-amz-content-sha256': sha256,
      }
      const body = () => (content instanceof Uint8Array ? content : createReadStream(content.path))
      try {
        const answer = await client.send({ method: 'PUT', name, headers, body })
        answer.resume()
        // By most stores the tag is the MD5 of what they wrote; where it is something else the bytes are read again.
        if (tagOf(answer.headers.etag) !== md5) await compareStored(store, name, sha256)
      } catch (error) {
        // An answer may be lost after the bytes have come: no row will lead to them.
        await store.remove(name).catch(() => undefined)
        throw error
      }
    },
    async open(name) {
      const answer = await client.send({ method: 'GET', name }).catch(asMissing)
      return { size: Number(answer.headers['content-length']), body: answer }
    },
    async size(name) {
      const answer = await client.send({ method: 'HEAD', name }).catch(asMissing)
      answer.resume()
      return Number(answer.headers['content-length'])
    },
    async remove(name) {
      const answer = await client.send({ method: 'DELETE', name }).catch(ignoreMissing)
      answer?.resume()
    },
    async *names() {
      for await (const name of store.namesUnder('')) if (isName(name)) yield name
    },
    async *namesUnder(folder) {
      for (let after: string | undefined = ''; after !== undefined;) {
        const query: Record<string, string> = { 'list-type': '2', prefix: settings.prefix + folder }
        if (after !== '') query['continuation-token'] = after
        const page = parsePage(await text(await client.send({ method: 'GET', query })))
        for (const key of page.keys) yield key.slice(settings.prefix.length)
        after = page.next
      }
    },
    async putNew(name, content) {
      const size = await store.size(name).catch((error: unknown) => {
        if (!isMissing(error)) throw error
        return undefined
      })
      // Not every store understands a conditional put; names are made so that two writers never share one.
      if (size !== undefined) throw new Error(`S3 has ${name} already`)
      await store.put(name, content)
    },
    close: client.close,
  }
  return store
}

/** Hashes of the content, read in pieces. */
async function measure(content: FileContent) {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  const isHeld = !(content instanceof Uint8Array)
  for await (const piece of isHeld ? createReadStream(content.path) : [content]) {
    sha256.update(piece as Buffer)
    md5.update(piece as Buffer)
  }
  const size = isHeld ? (await stat(content.path)).size : content.length
  return { size, sha256: sha256.digest('hex'), md5: md5.digest('hex') }
}

function tagOf(etag: string | undefined): string | undefined {
  return etag?.replaceAll('"', '').toLowerCase()
}

async function compareStored(store: FileStore, name: string, sha256: string): Promise<void> {
  if ((await hashOfStored(store, name)) !== sha256)
    throw new StoreAway('S3 stored other bytes than were sent')
}

function asMissing(error: unknown): never {
  throw isNoSuchKey(error) ? new MissingFile('S3 has no such file') : error
}

function ignoreMissing(error: unknown): undefined {
  if (!isNoSuchKey(error)) throw error
}

/** A bucket that is gone answers 404 too, and says nothing about its files. */
function isNoSuchKey(error: unknown): boolean {
  return error instanceof S3Refusal && error.status === 404 && error.reason !== 'NoSuchBucket'
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })

interface ListAnswer {
  readonly ListBucketResult?: {
    readonly Contents?: readonly { readonly Key: string }[]
    readonly NextContinuationToken?: string
  }
}

function parsePage(xml: string): { keys: readonly string[]; next: string | undefined } {
  const { ListBucketResult: result } = parser.parse(xml) as ListAnswer
  if (!result) throw new StoreAway('S3 did not answer with a list')
  return {
    keys: (result.Contents ?? []).map(({ Key }) => Key),
    next: result.NextContinuationToken,
  }
}
