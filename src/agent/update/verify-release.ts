import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  RELEASE_CONTEXT,
  releaseStatement,
  type ReleaseStatement,
  type SignedRelease,
} from '#contract/device/release/release-statement.ts'
import { isNewer } from '#contract/device/release/newer-version.ts'

/** Why an offered release is not taken, in words for whoever looks after the agent. */
export class RefusedRelease extends Error {}

export const PLATFORM = `${process.platform}-${process.arch}`

/** What a release is held against. */
interface Accepting {
  /** The public release key, which came with the installation and never from a server. */
  readonly key: KeyObject
  readonly platform: string
  readonly version: string
}

/**
 * The statement of an offered release that may run here; throws RefusedRelease. Nothing of the offer is read before its signature holds. No
 * clock is asked: a release is never too old for its date, only for its number.
 */
export function verifyRelease(offer: SignedRelease, here: Accepting): ReleaseStatement {
  const signed = Buffer.from(RELEASE_CONTEXT + offer.statement)
  const signature = Buffer.from(offer.signature, 'base64url')
  if (!verify(null, signed, here.key, signature))
    throw new RefusedRelease(
      'Сервер предложил обновление без верной подписи. Проверьте, кто клал файлы в папку обновлений',
    )
  const statement = readStatement(offer.statement)
  if (statement.platform !== here.platform)
    throw new RefusedRelease(
      `Обновление сделано для ${statement.platform}, а здесь ${here.platform}. Положите на сервер нужный файл`,
    )
  if (!isNewer(statement.version, here.version))
    throw new RefusedRelease(
      `Обновление ${statement.version} не новее установленной версии ${here.version}. Положите на сервер новее`,
    )
  return statement
}

/** Signed by the key's holder and still not what this agent reads: a later form, or a slip in making it. */
function readStatement(text: string): ReleaseStatement {
  try {
    return releaseStatement.parse(JSON.parse(text))
  } catch (cause) {
    throw new RefusedRelease(
      'Подпись обновления верна, но описание в ней не читается. Соберите и подпишите обновление заново',
      { cause },
    )
  }
}

/** The key came with the installation; what a server may send never mends it. */
export function readKey(file: string): KeyObject {
  try {
    return createPublicKey(readFileSync(file))
  } catch (cause) {
    throw new RefusedRelease(
      'Рядом с программой нет верного файла release-key.pem. Установите программу заново',
      { cause },
    )
  }
}
