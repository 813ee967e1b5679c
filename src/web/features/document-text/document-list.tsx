import { useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { documentTexts, type TextDocument } from '#contract/document/document-texts.ts'
import { useCall } from '#web/api/use-call.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { plural } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import { versionWords } from './version-words.ts'

/** The documents whose texts are edited, each a link to its texts. */
export function DocumentList({ companyId }: { companyId: string | undefined }) {
  const list = useCall(documentTexts.getDocuments, { query: { companyId } })
  if (list.error) throw list.error
  if (!list.data) return <Waiting />
  return (
    <div className={wide['scroll']} tabIndex={0} role="region" aria-label="Документы и их тексты">
      <table className={`${wide['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Документ</th>
            <th scope="col">Действует</th>
            <th scope="col">Будет действовать</th>
            <th scope="col">Черновик</th>
            {companyId === undefined && <th scope="col">Свои тексты</th>}
          </tr>
        </thead>
        <tbody>
          {list.data.map((row) => (
            <DocumentRow key={row.kind} row={row} isCommon={companyId === undefined} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DocumentRow({ row, isCommon }: { row: TextDocument; isCommon: boolean }) {
  const [params] = useSearchParams()
  const to = new URLSearchParams(params)
  to.set('kind', row.kind)
  return (
    <tr>
      <td data-whole>
        <Link to={`?${to}`}>{row.title}</Link>
      </td>
      <td data-label="Действует">
        {row.in_force ? versionWords(row.in_force) : 'Тексты для всех компаний'}
      </td>
      <td data-label="Будет действовать">{row.scheduled ? versionWords(row.scheduled) : '—'}</td>
      <td data-label="Черновик">
        {row.has_draft ? <Badge tone="blue" icon="pencil" label="Есть черновик" /> : '—'}
      </td>
      {isCommon && (
        <td data-label="Свои тексты">
          {row.own_count === 0
            ? '—'
            : `у ${plural(row.own_count, 'компании', 'компаний', 'компаний')}`}
        </td>
      )}
    </tr>
  )
}
