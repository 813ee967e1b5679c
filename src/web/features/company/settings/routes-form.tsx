import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { routeInput, type CompanyCard } from '#contract/company/company-entities.ts'
import { companyChange, updateCompanyBody } from '#contract/company/company-change.ts'
import { company } from '#contract/company/company.ts'
import { postOutcomes, routeCheck, routeOutcomes } from '#contract/company/route-check.ts'
import { moduleSpecs } from '#contract/company/module-specs.ts'
import { routableTags } from '#contract/core/module-tags.ts'
import { quote } from '#contract/words/quote.ts'
import { useSend } from '#web/api/use-send.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import styles from './settings.module.css'

type Tag = (typeof routableTags)[number]
type Values = Record<string, unknown> & { urls: Record<Tag, string> }
type Checked = CallResult<typeof routeCheck.checkRoutes>

const titleOf = (tag: Tag) => moduleSpecs.find((spec) => spec.tag === tag)?.title ?? tag

/** Which agent browsers ask directly for each part, and whether it answers (domain.md 13.2). */
export function RoutesForm({ card }: { card: CompanyCard }) {
  const save = useSend(companyChange.update, { refreshes: [company.get, company.getAll] })
  const check = useSend(routeCheck.checkRoutes)
  const [checked, setChecked] = useState<{ version: number; answer: Checked }>()
  const { id, version } = card
  const form = useRecordForm({
    schema: updateCompanyBody,
    initial: { urls: urlsOf(card) } as Values,
    version,
    toBody: ({ urls }) => ({ id, version, routeTable: tableOf(urls).filter(isEntry) }),
    check: ({ urls }) => problemsAt(urls),
  })
  const run = async () => {
    const answer = await check.send({ body: { id } })
    setChecked(answer && { version, answer })
  }
  // What was checked before the table changed says nothing about the table of now.
  const shown = checked?.version === version ? checked.answer : undefined
  return (
    <SaveForm
      form={form}
      save={save}
      saved={() => setChecked(undefined)}
      said="Маршруты сохранены"
      actions={
        <Button
          variant="default"
          loading={check.sending}
          disabled={form.kit.isDirty() || card.routeTable.length === 0}
          onClick={() => void run()}
        >
          Проверить адреса
        </Button>
      }
    >
      <p className={styles['quiet']}>
        Обычно вес, номера и снимки идут через сервер. Если у площадки плохой интернет, браузеры
        постов могут брать их у агента сами, по адресу из списка разрешённых на сервере. Пустое поле
        — через сервер.
      </p>
      <div className={styles['fields']}>
        {routableTags.map((tag) => (
          <TextInput
            key={tag}
            label={titleOf(tag)}
            placeholder="https://ves.local:8443/api/v1/"
            inputMode="url"
            autoComplete="off"
            {...form.field(`urls.${tag}`)}
          />
        ))}
      </div>
      {check.refusal && <p role="alert">{check.refusal.message}</p>}
      {shown && <Outcome checked={shown} />}
    </SaveForm>
  )
}

function urlsOf({ routeTable }: CompanyCard): Record<Tag, string> {
  const urls = routableTags.map((tag) => [
    tag,
    routeTable.find((entry) => entry.tag === tag)?.url ?? '',
  ])
  return Object.fromEntries(urls) as Record<Tag, string>
}

/** An empty field is no entry. */
function tableOf(urls: Partial<Record<Tag, string>>) {
  return routableTags.flatMap((tag) => {
    const url = urls[tag]?.trim()
    return url ? [{ tag, url }] : []
  })
}

const isEntry = (entry: unknown) => routeInput.safeParse(entry).success

/** The contract judges entries by their place in the table; the form shows them by their part. */
function problemsAt(urls: Values['urls']): Record<string, string> {
  const wrong = tableOf(urls).filter((entry) => !isEntry(entry))
  return Object.fromEntries(wrong.map(({ tag }) => [`urls.${tag}`, 'Адрес вида https://…/']))
}

/** What the server found, address by address and post by post, in words. */
function Outcome({ checked }: { checked: Checked }) {
  return (
    <ul className={styles['routes']} aria-label="Что показала проверка">
      {checked.routes.map(({ tag, url, outcome, site, agent_online, posts }) => (
        <li key={tag}>
          <Badge
            tone={outcome === 'ok' ? 'green' : 'orange'}
            label={outcome === 'ok' ? 'Работает' : 'Проверьте'}
            icon={outcome === 'ok' ? 'check' : 'question'}
          />
          <span>
            <b>{titleOf(tag)}</b>: {routeOutcomes[outcome]}
            <small>
              {url}
              {site && `, площадка ${quote(site)}`}
              {agent_online !== null &&
                (agent_online ? ', агент на связи с сервером' : ', агент не на связи с сервером')}
            </small>
            {posts.map((post) => (
              <small key={post.number}>
                Пост {post.number}: {postOutcomes[post.outcome]}
              </small>
            ))}
          </span>
        </li>
      ))}
      {checked.allowed.length === 0 && (
        <li>На сервере не разрешён ни один адрес: DEVICE_ORIGINS.</li>
      )}
    </ul>
  )
}
