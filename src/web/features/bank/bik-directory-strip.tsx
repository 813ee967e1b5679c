import { Button } from '@mantine/core'
import { useState } from 'react'
import { bikDirectory, type BikLoad, type BikUpload } from '#contract/bank/bik-directory.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'
import { upload } from '#web/api/upload.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { FileButton } from '#web/features/file/file-button.tsx'
import { ask } from '#web/ui/dialogs/ask.ts'
import { dateTime, day, plural } from '#web/ui/format.ts'
import { showBikChanges } from './bik-changes.tsx'
import { confirmClosures, confirmReturn } from './bik-questions.tsx'
import styles from './bik.module.css'

/** The directory behind every field «БИК»: its day, how it came, and the way to a newer one. */
export function BikDirectoryStrip() {
  const { data } = useCall(bikDirectory.getLoads, {})
  const [share, setShare] = useState<number>()
  const [present] = data ?? []
  const post = async (file: File, plan: string | undefined): Promise<BikUpload | undefined> => {
    const body = new FormData()
    body.append('files[]', file)
    setShare(0)
    const answer = await upload(
      bikDirectory.upload,
      { query: { plan }, body },
      { progress: setShare, quiet: true },
    ).catch((error: unknown) => error)
    setShare(undefined)
    if (answer instanceof CallError) {
      await ask.error({
        title: 'Справочник БИК не загружен',
        error: answer,
        outcome: 'Прежний справочник остался без изменений.',
      })
      return undefined
    }
    if (answer instanceof Error) throw answer
    return answer as BikUpload
  }
  const take = async ([file]: File[]) => {
    let answer = await post(file!, undefined)
    const question = answer?.question
    if (question && (await confirmClosures(question))) answer = await post(file!, question.plan)
    if (answer?.load) await reportLoad(answer.load)
  }
  return (
    <section className={styles['strip']} aria-label="Справочник БИК">
      <h2>Справочник БИК</h2>
      {present ? (
        <>
          <span>на {day(present.business_day)}</span>
          <span>
            {plural(present.bank_count, 'участник', 'участника', 'участников')},{' '}
            {plural(present.account_count, 'счёт', 'счёта', 'счетов')}
          </span>
          <span className={styles['dim']} title={cameFrom(present)}>
            {cameFrom(present)}
          </span>
          {present.warning && (
            <span role="alert">
              {present.warning}. Скачайте свежий файл ED807 с cbr.ru и загрузите его здесь
            </span>
          )}
        </>
      ) : (
        <span className={styles['dim']}>{data ? 'не загружен' : 'Загрузка…'}</span>
      )}
      <span>
        {present && (
          <Button variant="subtle" onClick={() => void showBikChanges(data ?? [])}>
            Что изменилось
          </Button>
        )}
        {present?.former_day && (
          <Button variant="subtle" onClick={() => void goBack(present)}>
            Вернуть прежний
          </Button>
        )}
        <FileButton
          label="Загрузить ED807"
          accept=".xml,.zip,application/xml,application/zip"
          share={share}
          take={take}
        />
      </span>
    </section>
  )
}

async function reportLoad(load: BikLoad): Promise<void> {
  await refresh([bikDirectory.getLoads, bikDirectory.find])
  await showBikChanges([load])
}

async function goBack(present: BikLoad): Promise<void> {
  if (!(await confirmReturn(present))) return
  const load = await send(bikDirectory.restore, { body: { id: present.id } }).catch(
    (error: unknown) => error,
  )
  // The refusal has already been reported.
  if (load instanceof CallError) return
  if (load instanceof Error) throw load
  await reportLoad(load as BikLoad)
}

function cameFrom(load: BikLoad): string {
  if (load.source === 'product') return 'поставляется с программой'
  const came = load.source === 'restored' ? 'возвращён' : 'загружен'
  return `${came} ${dateTime(load.loaded_at)}${load.loaded_by_name ? `, ${load.loaded_by_name}` : ''}`
}
