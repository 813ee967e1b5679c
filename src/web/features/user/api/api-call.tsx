import { Button } from '@mantine/core'
import { useState } from 'react'
import { servicePermissions, type ServicePermission } from '#contract/user/service-permissions.ts'
import type { ApiOperation, ApiSchema } from '#web/api/read-openapi.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { schemaLines, typeText, curlExample } from './describe-call.ts'
import styles from './api.module.css'

interface ApiCallProps {
  method: string
  path: string
  operation: ApiOperation
}

/** One call in a line; opened it shows what goes in, what comes out and what is refused. */
export function ApiCall({ method, path, operation }: ApiCallProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={styles['call']}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <b data-method={method}>{method}</b>
        <code>{path}</code>
        <span>{operation.summary}</span>
      </summary>
      {isOpen && <CallDetails method={method} path={path} operation={operation} />}
    </details>
  )
}

const PERMISSIONS: Readonly<Record<string, ServicePermission>> = servicePermissions

function CallDetails({ method, path, operation }: ApiCallProps) {
  const example = curlExample(location.origin, method, path, operation)
  const permissions = operation['x-permissions']
  const copy = () => {
    void navigator.clipboard.writeText(example)
    toast.success('Команда скопирована')
  }
  return (
    <div className={styles['details']}>
      <p>
        {permissions
          ? `Право ключа: ${permissions.map((code) => PERMISSIONS[code]?.title ?? code).join(' или ')}.`
          : 'Ключом не открывается: этот вызов делает человек.'}
      </p>
      <Parameters operation={operation} />
      {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => (
        <SchemaTable key={type} title={`Тело запроса, ${type}`} schema={schema} />
      ))}
      {Object.entries(operation.responses['200']?.content ?? {}).map(([type, { schema }]) => (
        <SchemaTable key={type} title={`Ответ 200, ${type}`} schema={schema} />
      ))}
      <Refusals operation={operation} />
      <h3>Пример</h3>
      <pre className={styles['example']} tabIndex={0} aria-label="Пример команды">
        {example}
      </pre>
      <div>
        <Button variant="default" onClick={copy}>
          Скопировать команду
        </Button>
      </div>
    </div>
  )
}

function Parameters({ operation }: { operation: ApiOperation }) {
  const { parameters } = operation
  if (parameters.length === 0) return null
  return (
    <>
      <h3>Параметры</h3>
      <table className={styles['table']}>
        <tbody>
          {parameters.map(({ name, in: place, required, schema }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{place === 'path' ? 'в адресе' : 'в запросе'}</td>
              <td>{schema ? typeText(schema) : 'текст JSON, поля ниже'}</td>
              <td>{required ? 'обязателен' : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {parameters.map(({ name, content }) =>
        Object.values(content ?? {}).map(({ schema }) => (
          <SchemaTable key={name} title={`Поля ${name}`} schema={schema} />
        )),
      )}
    </>
  )
}

/** Of the long answers the tree is long as well: it has a height and scrolls by itself. */
function SchemaTable({ title, schema }: { title: string; schema: ApiSchema }) {
  return (
    <>
      <h3>{title}</h3>
      <div className={styles['tree']} tabIndex={0} role="region" aria-label={title}>
        <table className={styles['table']}>
          <tbody>
            {schemaLines(schema).map(({ path, name, depth, type, required }) => (
              <tr key={path}>
                <th scope="row" data-depth={depth}>
                  <code>{name}</code>
                </th>
                <td>{type}</td>
                <td>{required ? 'всегда' : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Refusals({ operation }: { operation: ApiOperation }) {
  const refusals = Object.entries(operation.responses).filter(([status]) => status !== '200')
  if (refusals.length === 0) return null
  return (
    <>
      <h3>Свои отказы</h3>
      <table className={styles['table']}>
        <tbody>
          {refusals.flatMap(([status, { description }]) =>
            description.split('\n').map((line) => (
              <tr key={line}>
                <th scope="row">{status}</th>
                <td>
                  <code>{line.split('`')[1]}</code>
                </td>
                <td>{line.split('` ')[1]}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </>
  )
}
