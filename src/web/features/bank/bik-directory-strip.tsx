import { Button } from '@mantine/core'
import { useState } from 'react'
import { bikDirectory, type BikLoad } from '#contract/bik-directory.ts'
import { CallError } from '#web/api/call-error.ts'
import { upload } from '#web/api/upload.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { FileButton } from '#web/features/file/file-button.tsx'
import { ask } from '#web/ui/ask.ts'
import { dateTime, day, plural } from '#web/ui/format.ts'
import { showBikChanges } from './bik-changes.tsx'
import styles from './bik.module.css'

/** The directory behind every field «БИК»: its day, how it came, and the way to a newer one. */
export function BikDirectoryStrip() {
  const { data } = useCall(bikDirectory.getLoads, {})
  const [share, setShare] = useState<number>()
  const [present] = data ?? []
  const take = async ([file]: File[]) => {
    const body = new FormData()
    body.append('files[]', file!)
    setShare(0)
    const load = await upload(
      bikDirectory.upload,
      { body },
      { progress: setShare, quiet: true },
    ).catch((error: unknown) => error)
    setShare(undefined)
    if (load instanceof CallError) {
      await ask.error({
        title: 'Справочник БИК не загружен',
        error: load,
        kept: 'Прежний справочник остался без изменений.',
      })
      return
    }
    if (load instanceof Error) throw load
    await refresh([bikDirectory.getLoads, bikDirectory.find])
    await showBikChanges([load as BikLoad])
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
          <span className={styles['dim']}>{cameFrom(present)}</span>
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

function cameFrom(load: BikLoad): string {
  if (load.source === 'product') return 'поставляется с программой'
  return `загружен ${dateTime(load.loaded_at)}${load.loaded_by_name ? `, ${load.loaded_by_name}` : ''}`
}
