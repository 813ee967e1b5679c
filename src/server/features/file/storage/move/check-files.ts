import { BadSettings } from '../../../../config.ts'
import type { FileStore } from '../../../../storage/file-store.ts'
import { S3Refusal } from '../../../../storage/s3/s3-client.ts'
import { makeName } from '../../../../storage/storage-key.ts'
import { StoreAway } from '../../../../storage/store-away.ts'
import { NO_COMPANY } from '../../../../db/uuid.ts'
import type { Services } from '../../../../services.ts'
import { hasFilesInS3 } from './move-queries.ts'

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
  } catch (error) {
    if (error instanceof S3Refusal && error.status < 500)
      throw badSettings(wordsOf(error, config.files.s3!.bucket))
    if (!(error instanceof StoreAway)) throw error
    log.root.warn({ err: error }, 'the store of files does not answer')
    console.error(
      `Хранилище S3 (${config.files.s3!.endpoint.host}) не отвечает: его файлы откроются, когда оно ответит`,
    )
  }
}

/** Every right that the product needs: to list, write, read and delete. */
async function probe(s3: FileStore): Promise<void> {
  const name = makeName(NO_COMPANY)
  for await (const _name of s3.names()) break
  await s3.put(name, Buffer.from('priyomka'))
  await s3.size(name)
  await s3.remove(name)
}

function wordsOf({ status, reason }: S3Refusal, bucket: string): string {
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
