import { Checkbox, TextInput } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { useOpenApi, type ApiOperation, type OpenApi } from '#web/api/read-openapi.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { plural } from '#web/ui/format.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { ApiCall } from './api-call.tsx'
import { WebhookNotes } from './webhook-notes.tsx'
import styles from './api.module.css'

interface NamedOperation {
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
}

/** The API as the server describes it: every call with parameters, answers, refusals and a command to try. */
export function ApiPage() {
  const { data, error } = useOpenApi()
  if (error) throw error
  return (
    <Page title="Описание API" shape="narrow">
      <div className={styles['page']}>
        <Introduction />
        {data ? (
          <>
            <WebhookNotes document={data} />
            <Calls document={data} />
          </>
        ) : (
          <Waiting />
        )}
      </div>
    </Page>
  )
}

function Introduction() {
  return (
    <div className={styles['text']}>
      <p>
        Программа обращается по адресу <code>{location.origin}/api/v1/…</code> с заголовком{' '}
        <code>Authorization: Bearer prk_…</code>. Ключ выдаёт суперадминистратор: «Сотрудники» →
        «Программы». Ключ видит данные только своей компании.
      </p>
      <p>
        Деньги — целые копейки, вес — целые граммы, время — UTC с <code>Z</code>, дни —{' '}
        <code>ГГГГ-ММ-ДД</code>. Тело запроса — JSON. Фильтр списка передаётся в запросе текстом
        JSON: <code>{'filter={"date_from":"2026-11-01","limit":200}'}</code>; следующая страница —{' '}
        <code>after</code> со значением <code>next</code> прошлого ответа.
      </p>
      <p>
        Отказ — ответ с кодом 4xx и телом <code>{'{"code":"…","message":"…"}'}</code>: 401 — ключ
        неверен, отозван или истёк, 403 — у ключа нет такого права, 404 — записи нет, 429 — слишком
        часто (заголовок <code>Retry-After</code> говорит, сколько ждать), 503 — повторите позже.
        Полное описание для генераторов: <code>{location.origin}/api/v1/openapi.json</code> (OpenAPI
        3.0).
      </p>
    </div>
  )
}

function Calls({ document }: { document: OpenApi }) {
  const [search, setSearch] = useState('')
  const [forKeys, setForKeys] = useState(true)
  const wanted = useDeferredValue(search).trim().toLowerCase()
  const found = operationsOf(document).filter(
    (call) => (!forKeys || call.operation['x-permissions']) && matches(call, wanted),
  )
  return (
    <>
      <div className={styles['tools']}>
        <TextInput
          aria-label="Поиск вызова"
          placeholder="Адрес, слово из описания или право"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Checkbox
          label="Только открытые для ключей"
          checked={forKeys}
          onChange={(event) => setForKeys(event.currentTarget.checked)}
        />
        <span role="status" className={styles['count']}>
          {plural(found.length, 'вызов', 'вызова', 'вызовов')}
        </span>
      </div>
      {found.length === 0 && <p>Ничего не найдено. Измените слово или снимите отметку.</p>}
      {groupsOf(found).map(([tag, calls]) => (
        <section key={tag} aria-label={tag} className={styles['group']}>
          <h2>{tag}</h2>
          {calls.map(({ method, path, operation }) => (
            <ApiCall key={`${method} ${path}`} method={method} path={path} operation={operation} />
          ))}
        </section>
      ))}
    </>
  )
}

function operationsOf({ paths }: OpenApi): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function matches({ path, operation }: NamedOperation, wanted: string): boolean {
  const { summary, 'x-permissions': permissions = [] } = operation
  return `${path} ${summary} ${permissions.join(' ')}`.toLowerCase().includes(wanted)
}

function groupsOf(calls: readonly NamedOperation[]): [string, NamedOperation[]][] {
  const groups = new Map<string, NamedOperation[]>()
  for (const call of calls) {
    const tag = call.operation.tags[0] ?? ''
    groups.set(tag, [...(groups.get(tag) ?? []), call])
  }
  return [...groups]
}
