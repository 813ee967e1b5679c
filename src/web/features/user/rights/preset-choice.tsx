import { Button } from '@mantine/core'
import { presetRows, type Preset } from '#contract/user/access-presets.ts'
import { userAccess, type AccessRow, type Action } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { quote } from '#contract/words/quote.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { AccessScope } from './access-form.tsx'
import { accessText } from './access-labels.ts'
import { roleTitle } from '#web/ui/layout/people.ts'
import styles from './rights.module.css'

const PRESET_TITLES: Record<Preset, string> = {
  simple: 'Один оператор',
  split: 'Разделение ролей',
}

interface PresetChoiceProps {
  /** Undefined until the rights have loaded. */
  actions: readonly Action[] | undefined
  scope: AccessScope
}

/** Replaces the shown rules by a ready set of rights; before that it names each right that changes. */
export function PresetChoice({ actions, scope }: PresetChoiceProps) {
  const save = useSend(userRights.updateActionAccess, { refreshes: [userAccess.getActions] })
  const lay = async (preset: Preset) => {
    const changes = changesOf(actions ?? [], preset)
    const isSure = await ask.confirm({
      title: `Набор ${quote(PRESET_TITLES[preset])}`,
      text: <PresetChanges changes={changes} scope={scope} />,
      main: 'Применить набор',
      danger: true,
    })
    if (!isSure) return
    const body = { company_id: scope.companyId, preset }
    if (await save.send({ body })) toast.success(`Набор ${quote(PRESET_TITLES[preset])} действует`)
    else if (save.lastRefusal()) toast.error(save.lastRefusal()!.message)
  }
  return (['simple', 'split'] as const).map((preset) => (
    <Button
      key={preset}
      variant="default"
      disabled={!actions}
      loading={save.sending}
      onClick={() => void lay(preset)}
    >
      {PRESET_TITLES[preset]}
    </Button>
  ))
}

interface PresetChange {
  title: string
  before: string
  after: string
}

function changesOf(actions: readonly Action[], preset: Preset): PresetChange[] {
  return actions.flatMap((action) => {
    const rows = presetRows(action.code, preset)
    if (!rows) return []
    const [before, after] = [rowsText(action.access ?? []), rowsText(rows)]
    return before === after ? [] : [{ title: action.title, before, after }]
  })
}

const rowsText = (rows: readonly AccessRow[]): string =>
  rows
    .map(
      (row) =>
        `${row.subject === 'role' ? roleTitle(row.subject_code) : 'отдельный человек'}: ${accessText(row).toLowerCase()}`,
    )
    .toSorted()
    .join('; ') || 'никто'

function PresetChanges({ changes, scope }: { changes: PresetChange[]; scope: AccessScope }) {
  const whose = scope.companyId === null ? 'Общие правила' : `Правила компании ${scope.title}`
  if (changes.length === 0) return `${whose} уже такие. Набор ничего не изменит.`
  return (
    <>
      {`${whose} будут заменены. Изменится прав: ${changes.length}.`}
      <div className={styles['changes']} tabIndex={0} role="region" aria-label="Что изменится">
        <table className={styles['rows']}>
          <thead>
            <tr>
              <th scope="col">Действие</th>
              <th scope="col">Было</th>
              <th scope="col">Станет</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ title, before, after }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
