import { Button, Select } from '@mantine/core'
import { useMaySend } from '#web/api/use-may.ts'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { files } from '#contract/file/file.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { upload } from '#web/api/upload.ts'
import { refresh } from '#web/api/use-call.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { asJpeg } from '../../file/as-jpeg.ts'
import { FileButton } from '../../file/file-button.tsx'
import { pagesWithoutPlace, type HandedPages } from '../../file/scanner/scan-result.ts'
import { ScannerButton } from '../../file/scanner/scanner-button.tsx'
import { shoot } from './person-photo.tsx'
import styles from './supplier-card.module.css'

const KINDS = [
  { value: 'passport', label: 'Паспорт' },
  { value: 'ownership', label: 'Право собственности' },
  { value: 'other', label: 'Другое' },
] as const
type Kind = (typeof KINDS)[number]['value']

/** A picture that is sent again after a lost answer keeps its id, so that it is stored once. */
const clientIds = new WeakMap<Blob, string>()

function clientIdOf(picture: Blob): string {
  const id = clientIds.get(picture) ?? crypto.randomUUID()
  clientIds.set(picture, id)
  return id
}

/** Pages of a supplier's papers, from files or from a camera of the yard; a consent is signed on its own tab. */
export function AddPaper({ id }: { id: string }) {
  const maySave = useMaySend(files.save)
  const [kind, setKind] = useState<Kind>('passport')
  const [share, setShare] = useState<number>()
  const storePapers = async (pictures: readonly Blob[]): Promise<HandedPages> => {
    const unstored: Blob[] = []
    let problem: string | undefined
    for (const body of pictures) {
      setShare(0)
      const params = {
        entity: 'supplier' as const,
        entity_id: id,
        kind,
        client_id: clientIdOf(body),
      }
      const failed = await upload(files.save, { query: { params }, body }, { progress: setShare })
        .then(() => undefined)
        .catch((error: unknown) => pagesWithoutPlace([body], error))
      if (!failed) continue
      unstored.push(body)
      problem = problem ?? failed.problem
    }
    setShare(undefined)
    const storedCount = pictures.length - unstored.length
    if (storedCount > 0) toast.success(`Добавлено листов: ${storedCount}`)
    await refresh([supplier.get])
    return { unstored, problem }
  }
  if (!maySave) return null
  return (
    <div className={styles['buttons']}>
      <Select
        aria-label="Вид документа"
        data={[...KINDS]}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind(value ?? 'passport')}
      />
      <FileButton
        label="Приложить листы"
        accept="image/jpeg,image/png"
        many
        share={share}
        take={async (chosen) => void (await storePapers(await Promise.all(chosen.map(asJpeg))))}
      />
      <ScannerButton
        busy={share !== undefined}
        store={storePapers}
        record={{ entity: 'supplier', entity_id: id }}
      />
      <Button
        variant="default"
        leftSection={<Camera size={16} aria-hidden />}
        title="Снимок с камеры площадки"
        onClick={async () => {
          const shot = await shoot()
          if (shot) await storePapers([shot])
        }}
      >
        Снять
      </Button>
    </div>
  )
}
