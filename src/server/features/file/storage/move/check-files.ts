import { BadSettings } from '../../../../config.ts'
import { isMissing, type FileStore } from '../../../../storage/file-store.ts'
import { S3Refusal } from '../../../../storage/s3/s3-client.ts'
import type { S3Settings } from '../../../../storage/s3/s3-settings.ts'
import { makeName, parseKey } from '../../../../storage/storage-key.ts'
import { StoreAway } from '../../../../storage/store-away.ts'
import { NO_COMPANY } from '../../../../db/uuid.ts'
import type { Services } from '../../../../services.ts'
import { hasFilesInS3, someInS3 } from './move-queries.ts'

/**
 * Stops a start whose settings of S3 are wrong. A store that does not answer stops nothing: trucks are weighed without it, and
 * its files are asked for again later.
 */
export async function assertFilesReachable({ files, config, q, log }: Services): Promise<void> {
  if (!files.s3) {
    if (await hasFilesInS3(q))
      throw badSettings('S3_ENDPOINT: часть файлов лежит в S3, а хранилище не задано')
    return
  }
  try {
    await probe(files.s3)
    await assertHolds(files.s3, await someInS3(q, SAMPLE), config.files.s3!)
  } catch (error) {
    if (error instanceof S3Refusal && error.status < 500)
      throw badSettings(describeRefusal(error, config.files.s3!.bucket))
    if (!(error instanceof StoreAway)) throw error
    log.root.warn({ err: error }, 'the store of files does not answer')
    console.error(
      `Хранилище S3 (${config.files.s3!.endpoint.host}) не отвечает: его файлы откроются, когда оно ответит`,
    )
  }
}

/** So many of either end that lost ones are no reason to stay away: the newest are those that a copy of the bucket lacks. */
const SAMPLE = 3

/** A bucket or a prefix of another installation opens as well, and would take the new files. */
async function assertHolds(
  s3: FileStore,
  keys: readonly string[],
  { bucket, prefix }: S3Settings,
): Promise<void> {
  if (keys.length < SAMPLE) return
  for (const key of keys) {
    const isThere = await s3.size(parseKey(key).name).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false
        throw error
      },
    )
    if (isThere) return
  }
  throw badSettings(
    `S3_BUCKET, S3_PREFIX: в корзине ${bucket}${prefix && ` под ${prefix}`} нет файлов, которые программа туда положила`,
  )
}

/** Every right that the product needs: to list, write, read and delete. */
async function probe(s3: FileStore): Promise<void> {
  const name = makeName(NO_COMPANY)
  for await (const _name of s3.names()) break
  await s3.put(name, Buffer.from('priyomka'))
  await s3.size(name)
  await s3.remove(name)
}

function describeRefusal({ status, reason }: S3Refusal, bucket: string): string {
  const told = `хранилище ответило ${status}${reason && ` ${reason}`}`
  if (reason === 'NoSuchBucket') return `S3_BUCKET: корзины ${bucket} нет (${told})`
  if (reason === 'InvalidAccessKeyId') return `S3_KEY_ID: такого ключа нет (${told})`
  if (reason === 'SignatureDoesNotMatch') return `S3_SECRET: секрет не от этого ключа (${told})`
  if (reason === 'AuthorizationHeaderMalformed' || status === 301)
    return `S3_REGION: корзина в другом регионе (${told})`
  if (status === 403)
    return `S3_KEY_ID: ключу не хватает прав на список, запись, чтение или удаление (${told})`
  return `S3_ENDPOINT: ${told}`
}

function badSettings(line: string): BadSettings {
  return new BadSettings(`Неверные настройки:\n  ${line}`)
}
