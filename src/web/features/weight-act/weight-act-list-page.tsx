import { weightActColumns } from '#contract/lists/weight-act-columns.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { weightActStatuses, type WeightAct } from '#contract/weight-act/weight-act-entities.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { callOnce } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { flagTitles } from '#contract/core/flags.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import { tonnes } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { openWeightActEditor } from './open-weight-act-editor.ts'

const WeightActInfo = lazyPart(async () => (await import('./weight-act-info.tsx')).WeightActInfo)

const COLUMNS = screenColumns(weightActColumns, {
  number: { card: 'subtitle', found: true, width: 130 },
  supplier: { card: 'title', found: true, width: 180, grow: true },
  carnumber: { found: true, width: 98 },
  products: { grow: true },
  net: { card: 'amount', width: 124 },
  status: { card: 'status', width: 136 },
  act: { width: 112, wide: true },
  flags: {
    width: 130,
    cell: (row) =>
      row.flags
        .filter(({ reviewed_at }) => !reviewed_at)
        .map(({ code }) => <Badge key={code} tone="orange" label={flagTitles[code]} />),
  },
})

const previewAct = (row: WeightAct) => <WeightActInfo id={row.id} />

/** All weight acts; one opens as its print. */
export function Component() {
  const navigate = useNavigate()
  const update = useSend(weightacts.update, { refreshes: [weightacts.getAll, weightacts.get] })
  const confirm = async ([row]: WeightAct[]) => {
    if (!row) return
    const { id, version, net_g: expected_net_g } = row
    await update.send({ body: { command: 'confirm', id, version, expected_net_g } })
  }
  const edit = async ([row]: WeightAct[]) => {
    if (!row) return
    const draft = await callOnce(weightacts.get, { params: { id: row.id } })
    await openWeightActEditor(draft.transactions, { draft })
  }
  const drop = async ([row]: WeightAct[]) => {
    if (!row) return
    const reason = await ask.textarea({
      title: `Аннулировать весовой акт ${row.number}?`,
      label: 'Причина',
      min: 5,
      main: 'Аннулировать',
    })
    if (reason === undefined) return
    await update.send({ body: { command: 'void', id: row.id, version: row.version, reason } })
  }
  return (
    <ListScreen<WeightAct>
      id="weight-acts"
      title="Весовые акты"
      call={weightacts.getAll}
      columns={COLUMNS}
      sort="-date"
      period
      search="Номер, поставщик, машина"
      statuses={{ kind: 'weight_act', values: weightActStatuses, sum: tonnes }}
      open={(row) => to(paths.printWeightAct, { weightActId: row.id })}
      preview={previewAct}
      create={{
        label: 'Из заездов',
        right: 'weightact.edit',
        run: () => navigate(`${paths.transactions}?status=closed`),
      }}
      bulk={[
        {
          label: 'Изменить',
          right: 'weightact.edit',
          most: 1,
          when: (row) => row.status === 'draft' && !row.auto,
          why: 'Изменить можно только черновик; автоматический меняется вместе с актом закупки',
          run: edit,
        },
        {
          label: 'Провести',
          right: 'weightact.edit',
          most: 1,
          when: (row) => row.status === 'draft',
          why: 'Провести можно только черновик',
          run: confirm,
        },
        {
          label: 'Аннулировать',
          right: 'weightact.void',
          most: 1,
          when: (row) => !row.auto && (row.status === 'draft' || row.status === 'confirmed'),
          why: 'Весовой акт занят актом закупки или уже аннулирован',
          run: drop,
        },
      ]}
      rowTone={(row) => (row.status === 'void' ? 'struck' : undefined)}
      empty="Здесь появятся весовые акты. Они делаются из взвешенных заездов."
    />
  )
}
