import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { configurationCalls, configurationOf } from '#contract/company/company-configuration.ts'
import { allSettingFields } from '#contract/company/setting-fields.ts'
import { moduleSpecs } from '#contract/company/module-specs.ts'
import { useSend } from '#web/api/use-send.ts'
import type { CallError } from '#web/state/call-error.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { plural, today } from '#web/ui/format.ts'
import { FieldGroup } from '#web/ui/form/form.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileButton } from '../../file/file-button.tsx'
import { settingText } from './setting-text.ts'
import styles from './settings.module.css'

type Difference = CallResult<typeof configurationCalls.importConfiguration>

/** The set-up as a file: saved as it is, and taken from a file only after its difference was shown. */
export function FilePart({ card }: { card: CompanyCard }) {
  const save = () => {
    const text = JSON.stringify(configurationOf(card.settings), null, 2)
    const name = `Настройки ${card.short_name} ${today()}.json`
    downloadFile(new Blob([text], { type: 'application/json' }), name)
  }
  return (
    <>
      <FieldGroup title="Выгрузить">
        <p className={styles['quiet']}>
          Модули, их настройки, правила и формы документов. Паролей, адресов устройств, принтеров и
          банков в файле нет.
        </p>
        <div>
          <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={save}>
            Выгрузить настройки
          </Button>
        </div>
      </FieldGroup>
      <ImportPart card={card} />
    </>
  )
}

interface Chosen {
  name: string
  text: string
}

function ImportPart({ card }: { card: CompanyCard }) {
  const call = useSend(configurationCalls.importConfiguration, {
    refreshes: [company.get, company.getAll],
  })
  const [chosen, setChosen] = useState<Chosen>()
  const [shown, setShown] = useState<Difference>()
  const check = async (file: Chosen) => {
    setChosen(file)
    setShown(undefined)
    const body = { id: card.id, version: card.version, text: file.text, dry_run: true }
    setShown(await call.send({ body }))
  }
  const take = async () => {
    if (!chosen || !shown) return
    // The version of the difference, not the newest: what a colleague changed since is never overwritten unseen.
    const body = { id: card.id, version: shown.version, text: chosen.text }
    const done = await call.send({ body })
    setShown(undefined)
    if (!done) return
    setChosen(undefined)
    toast.success(`Загружено: ${changesText(done)}`)
  }
  return (
    <FieldGroup title="Загрузить">
      <p className={styles['quiet']}>
        Сначала будет показано, что изменится. Чего в файле нет, то останется как есть.
      </p>
      <div className={styles['row']}>
        <FileButton
          label={chosen ? 'Другой файл' : 'Выбрать файл'}
          accept=".json,application/json"
          share={undefined}
          take={async ([file]) => {
            if (file) await check({ name: file.name, text: await readText(file) })
          }}
        />
        {chosen && <span>{chosen.name}</span>}
        {chosen && (
          <Button variant="subtle" disabled={call.sending} onClick={() => void check(chosen)}>
            Проверить ещё раз
          </Button>
        )}
      </div>
      {call.refusal && <Problems refusal={call.refusal} />}
      {shown && <Changes shown={shown} />}
      {shown && shown.changes.length > 0 && (
        <div>
          <Button loading={call.sending} data-once onClick={() => void take()}>
            Загрузить настройки
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}

/** Editors of Windows end lines with two characters, of which calls take one. */
const readText = async (file: File) => (await file.text()).replaceAll('\r\n', '\n')

const changesText = ({ changes }: Difference) =>
  plural(changes.length, 'изменение', 'изменения', 'изменений')

/** What is wrong with the file, place by place. */
function Problems({ refusal }: { refusal: CallError }) {
  const places = Object.entries(refusal.fields)
  return (
    <div role="alert" className={styles['problem']}>
      {refusal.message}
      {places.length > 0 && (
        <ul>
          {places.map(([path, words]) => (
            <li key={path}>
              {titleOf(path.replace(/^settings\./, ''))}: {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Changes({ shown }: { shown: Difference }) {
  if (shown.changes.length === 0) return <p role="status">Файл ничего не меняет.</p>
  return (
    <>
      <p role="status">Изменится настроек: {shown.changes.length}.</p>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Что изменится">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Настройка</th>
              <th scope="col">Было</th>
              <th scope="col">Станет</th>
            </tr>
          </thead>
          <tbody>
            {shown.changes.map(({ path, was, now }) => (
              <tr key={path}>
                <th scope="row">{titleOf(path)}</th>
                <td>{valueText(path, was)}</td>
                <td>{valueText(path, now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const fieldAt = (path: string) => allSettingFields().find((setting) => setting.path === path)

/** «Акты: Экземпляров акта»; a place that is no setting is named as the file names it. */
function titleOf(path: string): string {
  if (path === 'modules') return 'Включённые модули'
  const label = fieldAt(path)?.label
  const tag = /^modules_cfg\.(\w+)/.exec(path)?.[1]
  const title = moduleSpecs.find((spec) => spec.tag === tag)?.title
  return label ? (title ? `${title}: ${label}` : label) : path
}

function valueText(path: string, value: unknown): string {
  if (path === 'modules' && Array.isArray(value))
    return moduleSpecs
      .filter(({ tag }) => value.includes(tag))
      .map(({ title }) => title)
      .join(', ')
  const setting = fieldAt(path)
  return setting ? settingText(setting, value) : JSON.stringify(value)
}
