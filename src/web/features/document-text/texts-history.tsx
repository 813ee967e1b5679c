import { Button } from '@mantine/core'
import {
  documentTexts,
  type DocumentTexts,
  type TextVersion,
} from '#contract/document/document-texts.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime, day } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import { REFRESHES, type TextScope } from './text-scope.ts'
import styles from './document-text.module.css'

interface TextsHistoryProps {
  card: DocumentTexts
  scope: TextScope
}

const STATES = {
  in_force: <Badge tone="green" icon="check" label="Действует" />,
  scheduled: <Badge tone="blue" icon="clock" label="Будет действовать" />,
  past: <Badge tone="gray" icon="stop" label="Прежняя" />,
}

/** The published versions, the newest first. */
export function TextsHistory({ card, scope }: TextsHistoryProps) {
  const may = useMay('document.manage')
  const save = useSend(documentTexts.saveTexts, REFRESHES)
  const take = async ({ number, texts }: TextVersion) => {
    const { draft, fields } = card
    const sure =
      !draft ||
      (await ask.confirm({
        title: 'Заменить черновик?',
        text: `Его тексты сменятся текстами версии ${number}.`,
        main: 'Заменить',
      }))
    if (!sure) return
    const known = fields.filter(({ key }) => key in texts)
    const body = {
      ...scope,
      ...(draft && { version: draft.version }),
      texts: Object.fromEntries(known.map(({ key }) => [key, texts[key]])),
    }
    if (await save.send({ body })) toast.success(`Черновик начат с версии ${number}`)
  }
  if (card.history.length === 0)
    return <p className={styles['quiet']}>Своих текстов у компании ещё не было.</p>
  return (
    <section className={styles['stack']} aria-label="Версии">
      <h2>Версии</h2>
      <table className={`${wide['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Версия</th>
            <th scope="col">Действует с</th>
            <th scope="col">Состояние</th>
            <th scope="col">Кто опубликовал</th>
            <th scope="col">Действия</th>
          </tr>
        </thead>
        <tbody>
          {card.history.map((version) => (
            <tr key={version.number}>
              <td data-label="Версия">{version.number}</td>
              <td data-label="Действует с">
                {version.valid_from ? day(version.valid_from) : 'Исходная'}
              </td>
              <td data-label="Состояние">{STATES[version.state]}</td>
              <td data-label="Кто опубликовал" data-whole>
                {version.published_by_name ?? '—'}
                {version.published_at && <small>{dateTime(version.published_at)}</small>}
              </td>
              <td data-whole>
                <div className={wide['buttons']}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => void showVersion(card, version)}
                  >
                    Тексты
                  </Button>
                  {may && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      loading={save.sending}
                      onClick={() => void take(version)}
                    >
                      Взять за основу
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function showVersion(card: DocumentTexts, { number, texts }: TextVersion): Promise<void> {
  return openDialog({ title: `${card.title}, версия ${number}`, width: 640 }, () => (
    <dl className={styles['version']}>
      {card.fields
        .filter(({ key }) => key in texts)
        .map(({ key, title }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{texts[key] || 'Пусто'}</dd>
          </div>
        ))}
    </dl>
  ))
}
