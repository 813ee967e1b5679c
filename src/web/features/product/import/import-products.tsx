import { Button } from '@mantine/core'
import { useState } from 'react'
import { product, type ProductImport } from '#contract/price/product.ts'
import { CallError } from '#web/state/call-error.ts'
import { upload } from '#web/api/upload.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileButton } from '../../file/file-button.tsx'
import styles from './import-products.module.css'

/** Loads a file over the screen; nothing changes before the preview is shown and the button pressed. */
export function showImportProducts(): Promise<void> {
  return openDialog({ title: 'Загрузить номенклатуру из XLSX', width: 960 }, (close) => (
    <ImportProducts close={close} />
  )).then(() => undefined)
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function ImportProducts({ close }: { close: () => void }) {
  const [file, setFile] = useState<File>()
  const [shown, setShown] = useState<ProductImport>()
  const [problem, setProblem] = useState<string>()
  const [share, setShare] = useState<number>()
  const saving = useSend(product.import, { refreshes: [product.getAll] })
  const post = async (chosen: File) => {
    setProblem(undefined)
    setShare(0)
    const answer = await upload(
      product.import,
      { query: {}, body: formOf(chosen) },
      { progress: setShare, quiet: true },
    ).catch(failure)
    setShare(undefined)
    if (answer instanceof CallError) setProblem(answer.message)
    return answer instanceof CallError ? undefined : answer
  }
  const check = async (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setShown(await post(chosen))
  }
  const apply = async () => {
    if (!file || !shown?.plan) return
    // What a file loosens takes another person's PIN.
    const done = await saving.send({ query: { plan: shown.plan }, body: formOf(file) })
    if (!done) return
    toast.success(`Загружено: ${plural(countActions(done), 'изменение', 'изменения', 'изменений')}`)
    close()
  }
  const ready = shown?.plan && countActions(shown) > 0
  return (
    <div className={styles['body']}>
      <p className={styles['dimmed']}>
        Возьмите файл кнопкой «Выгрузить XLSX», поправьте строки и загрузите его сюда. Строка
        находит свою позицию по коду, а без кода — по группе и названию. Чего в файле нет, то
        останется как есть.
      </p>
      <div className={styles['choice']}>
        <FileButton
          label={file ? 'Другой файл' : 'Выбрать файл'}
          accept={`.xlsx,${XLSX}`}
          share={share}
          take={([chosen]) => check(chosen)}
        />
        {file && <span>{file.name}</span>}
        {file && shown && (
          <Button variant="subtle" disabled={share !== undefined} onClick={() => void check(file)}>
            Проверить ещё раз
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {shown && <Outcome shown={shown} />}
      {shown && shown.notes_total > 0 && <Notes shown={shown} />}
      <DialogButtons
        main="Загрузить"
        disabled={!ready || share !== undefined || saving.sending}
        run={() => void apply()}
      >
        <Button variant="default" onClick={() => close()}>
          Отмена
        </Button>
      </DialogButtons>
    </div>
  )
}

function formOf(file: File): FormData {
  const form = new FormData()
  form.append('files[]', file)
  return form
}

function failure(error: unknown): CallError {
  if (error instanceof CallError) return error
  throw error
}

const countActions = (one: ProductImport) => one.created + one.changed + one.archived + one.restored

function Outcome({ shown }: { shown: ProductImport }) {
  if (shown.problems_total > 0) return <Problems shown={shown} />
  return (
    <>
      <p role="status">
        {countActions(shown) === 0 ? 'Файл ничего не меняет. ' : ''}
        Новых: {shown.created} · изменится: {shown.changed} · в архив: {shown.archived} · из архива:{' '}
        {shown.restored} · без изменений: {shown.same}
      </p>
      {shown.changes.length > 0 && <Changes shown={shown} />}
    </>
  )
}

function Problems({ shown }: { shown: ProductImport }) {
  return (
    <>
      <p role="alert" className={styles['problem']}>
        В файле {plural(shown.problems_total, 'ошибка', 'ошибки', 'ошибок')}: пока они есть, ничего
        не загружается. Поправьте файл и выберите его снова.
      </p>
      <Findings title="Ошибки файла" said="Что не так" findings={shown.problems} />
      <More shown={shown.problems.length} of={shown.problems_total} />
    </>
  )
}

function Notes({ shown }: { shown: ProductImport }) {
  return (
    <>
      <p role="status">
        {plural(shown.notes_total, 'замечание', 'замечания', 'замечаний')}: проверьте, так ли
        прочитан файл. Загрузке это не мешает.
      </p>
      <Findings title="Замечания к файлу" said="Как прочитано" findings={shown.notes} />
      <More shown={shown.notes.length} of={shown.notes_total} />
    </>
  )
}

interface FindingsProps {
  title: string
  said: string
  findings: ProductImport['problems']
}

function Findings({ title, said, findings }: FindingsProps) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label={title}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Строка</th>
            <th scope="col">Колонка</th>
            <th scope="col">{said}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((one, i) => (
            // Several findings of one cell have nothing of their own but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={i}>
              <td data-end>{one.row}</td>
              <td>{one.column ?? '—'}</td>
              <td>{one.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ACTION_LABELS: Readonly<Record<ProductImport['changes'][number]['deed'], string>> = {
  create: 'Новая',
  change: 'Изменится',
  archive: 'В архив',
  restore: 'Из архива',
}

function Changes({ shown }: { shown: ProductImport }) {
  return (
    <>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Что изменится">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Строка</th>
              <th scope="col">Что будет</th>
              <th scope="col">Позиция</th>
              <th scope="col">Поля</th>
            </tr>
          </thead>
          <tbody>
            {shown.changes.map((one) => (
              <tr key={one.row}>
                <td data-end>{one.row}</td>
                <td>{ACTION_LABELS[one.deed]}</td>
                <td>{one.path}</td>
                <td>{fieldsText(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More shown={shown.changes.length} of={countActions(shown)} />
    </>
  )
}

function fieldsText({ deed, fields }: ProductImport['changes'][number]): string {
  const own = fields.filter(({ column }) => column !== 'Статус')
  if (deed === 'create')
    return own
      .filter(({ column, now }) => now !== '' && !['Группа', 'Название'].includes(column))
      .map(({ column, now }) => `${column}: ${now}`)
      .join(' · ')
  return own
    .map(({ column, was, now }) => `${column}: ${was || 'пусто'} → ${now || 'пусто'}`)
    .join(' · ')
}

function More({ shown, of }: { shown: number; of: number }) {
  return (
    of > shown && (
      <p className={styles['dimmed']}>
        Показаны первые {shown} из {of}.
      </p>
    )
  )
}
