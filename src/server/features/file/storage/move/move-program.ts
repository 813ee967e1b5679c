import { parseArgs } from 'node:util'
import { BadSettings, endInWords, readConfig } from '../../../../config.ts'
import { prepareDatabase } from '../../../../db/roles/prepare-database.ts'
import { assertFilesReachable } from './check-files.ts'
import { moveFiles, type MoveProgress } from './move-files.ts'
import { openServices } from '../../../../open-services.ts'
import type { PlaceName } from '../../../../storage/storage-key.ts'

const TITLES: Record<PlaceName, string> = { disk: 'на диск', s3: 'в S3' }
const PROGRESS_MS = 2000
const MB = 1024 ** 2

function readTarget(): PlaceName {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (values.to === 'disk' || values.to === 's3') return values.to
  throw new BadSettings('Скажите, куда: npm run move-files -- --to s3 (или --to disk)')
}

function progressPrinter(to: PlaceName): (progress: MoveProgress) => void {
  let printedAt = -Infinity
  return (progress) => {
    const isDue = performance.now() - printedAt >= PROGRESS_MS
    if (!isDue && progress.moved < progress.of) return
    printedAt = performance.now()
    console.log(`Перенесено ${TITLES[to]}: ${words(progress)}`)
  }
}

function words({ moved, of, bytes }: MoveProgress): string {
  return `${moved} из ${of}, ${(bytes / MB).toFixed(1).replace('.', ',')} МБ`
}

async function main(): Promise<void> {
  const to = readTarget()
  const config = readConfig()
  if (!config.files.s3)
    throw new BadSettings(
      'Неверные настройки:\n  S3_ENDPOINT: хранилище не задано, переносить некуда и неоткуда',
    )
  if (config.files.place !== to)
    console.log(`Новые файлы пока пишутся ${TITLES[config.files.place]}: смените FILES_IN сервера`)
  await prepareDatabase(config)
  const services = await openServices(config)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  try {
    await assertFilesReachable(services)
    const result = await moveFiles(services, {
      to,
      stop: stop.signal,
      onProgress: progressPrinter(to),
    })
    if (!result) throw new BadSettings('Файлы уже переносит другой запуск')
    for (const { id, problem } of result.failed) console.error(`Файл ${id} остался: ${problem}`)
    if (result.leftovers > 0)
      console.log(`Убрано остатков прерванного переноса: ${result.leftovers}`)
    if (result.away !== undefined) console.error(`Перенос прерван: ${result.away}`)
    if (result.stopped) console.log(`Остановлено: ${words(result)}. Следующий запуск продолжит`)
    else if (result.of === 0) console.log(`Все файлы уже лежат ${TITLES[to]}`)
    else console.log(`Готово: ${words(result)}`)
    if (result.failed.length > 0 || result.away !== undefined) process.exitCode = 1
  } finally {
    await services.close()
  }
}

await main().catch(endInWords)
