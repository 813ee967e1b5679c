import {
  MAX_STATE_ROWS,
  stateParts,
  type RowState,
  type StateRow,
} from '#contract/installation/state-rows.ts'
import { VERSION } from '../../../installation/release-version.ts'
import type { Services } from '../../../services.ts'
import { arePayoutsHeld } from '../../../installation/held-payouts.ts'
import { databaseRows, type DatabaseDetail } from './database-rows.ts'
import { readBlockers, readSlowQueries, readTables } from './detail-queries.ts'
import { figuresNow, type Figures } from './figures.ts'
import { bankRows, payoutRows } from './money-rows.ts'
import { amiss, notKnown, number, row, size, span } from './state-words.ts'

const ORDER: readonly RowState[] = ['bad', 'unknown', 'warning', 'good']
const QUEUE_LATE_S = 300
const AGENT_SILENT_S = 600
const PROCESS_SILENT_S = 20

/** The rows of «Состояние»: the figures that the metrics tell too, with what to do about each (operations.md, "Metrics"). */
export async function stateRows(services: Services): Promise<StateRow[]> {
  const figures = await figuresNow(services)
  const disk = await diskRows(services)
  const rows = describeState(figures, services, await readDetail(services))
  return [...rows, ...disk].toSorted(byPartAndState).slice(0, MAX_STATE_ROWS)
}

/** What only the page asks; a question that fails leaves the page. */
async function readDetail({ q, log }: Services): Promise<DatabaseDetail> {
  const ask = async <T>(question: Promise<T>): Promise<T | undefined> =>
    question.catch((error: unknown) => {
      log.failure({ event: 'figures were not read', job: 'detail' }, error)
      return undefined
    })
  return {
    blockers: await ask(readBlockers(q)),
    tables: await ask(readTables(q)),
    slow: await ask(readSlowQueries(q)),
  }
}

const PARTS = Object.keys(stateParts)
const byPartAndState = (a: StateRow, b: StateRow) =>
  PARTS.indexOf(a.part) - PARTS.indexOf(b.part) || ORDER.indexOf(a.state) - ORDER.indexOf(b.state)

function describeState(
  { values }: Figures,
  services: Services,
  detail: DatabaseDetail,
): StateRow[] {
  const isHeld = arePayoutsHeld(services)
  return [
    ...processRows(values, services),
    ...databaseRows(values.database, detail),
    ...queueRows(values, isHeld),
    ...payoutRows(values.payouts, isHeld),
    ...bankRows(values.banks, isHeld),
    ...agentRows(values),
    backupRow(values.backup, services),
  ]
}

function processRows({ processes, database }: Figures['values'], { config }: Services) {
  const { rss } = process.memoryUsage()
  const rows = [
    row('server', 'Память этого процесса', size(rss)),
    row(
      'server',
      'Версии',
      [
        `Приёмка ${VERSION}`,
        `Node.js ${process.versions.node}`,
        database && `PostgreSQL ${database.version}`,
      ]
        .filter(Boolean)
        .join(', '),
    ),
  ]
  if (!processes) return [...rows, notKnown('server', 'Процессы сервера')]
  const living = processes.filter(({ silent_s: silence }) => silence <= PROCESS_SILENT_S)
  const silent = processes.filter((one) => !living.includes(one))
  return [
    ...rows,
    row(
      'server',
      'Процессы сервера',
      `Работает ${living.length}, в настройке PROCESSES ${config.processes}`,
      amiss(
        living.length !== config.processes && living.length > 0,
        'warning',
        'Запустите недостающий процесс или исправьте PROCESSES: по нему делятся пределы',
      ),
    ),
    ...silent.map(({ address, silent_s: silence }) =>
      row('server', `Процесс ${address ?? 'без адреса'}`, `Молчит ${span(silence)}`, [
        'bad',
        'Посмотрите, жив ли он и что в конце его журнала; запустите снова',
      ]),
    ),
  ]
}

function queueRows({ queues, dead, aside }: Figures['values'], isHeld: boolean): StateRow[] {
  const rows: StateRow[] = []
  if (!queues) rows.push(notKnown('jobs', 'Очереди'))
  else {
    const due = queues.reduce((sum, queue) => sum + queue.due, 0)
    rows.push(row('jobs', 'Очереди', due === 0 ? 'Пусты' : `Ждут начала: ${number(due)}`))
    for (const { name, oldest_s: age, due: count } of queues)
      if (age > QUEUE_LATE_S)
        rows.push(
          row(
            'jobs',
            `Очередь ${name}`,
            `Ждут ${number(count)}, старшая ${span(age)}`,
            isHeld
              ? ['good', null]
              : ['warning', 'Посмотрите, не занята ли база, и строки failure в журнале сервера'],
          ),
        )
  }
  if (!dead) rows.push(notKnown('jobs', 'Прекращённые работы'))
  else if (dead.length === 0) rows.push(row('jobs', 'Прекращённые работы', 'За сутки нет'))
  for (const { name, count } of dead ?? [])
    rows.push(
      row('jobs', `Работа ${name}`, `Прекращена за сутки: ${number(count)}`, [
        'bad',
        'Причина в журнале сервера: a job failed for the last time',
      ]),
    )
  if (!aside) rows.push(notKnown('jobs', 'Отложенные записи'))
  else if (aside.length === 0) rows.push(row('jobs', 'Отложенные записи', 'Нет'))
  for (const { name, count } of aside ?? [])
    rows.push(
      row('jobs', `Обход ${name}`, `Пропускает записей: ${number(count)}`, [
        'warning',
        'Номера записей и причина в журнале сервера: a row was set aside',
      ]),
    )
  return rows
}

function agentRows({ agents }: Figures['values']): StateRow[] {
  if (!agents) return [notKnown('sites', 'Программы площадок')]
  const online = agents.filter((agent) => agent.is_online).length
  const others = new Set(agents.map(({ version }) => version).filter((its) => its !== VERSION))
  return [
    row('sites', 'На связи', `${online} из ${agents.length}`),
    row(
      'sites',
      'Версии программ',
      others.size > 0 ? `Есть другие: ${[...others].join(', ')}` : `Все ${VERSION}`,
      amiss(others.size > 0, 'warning', 'Обновите программу на компьютерах этих площадок'),
    ),
    ...agents
      .filter((agent) => !agent.is_online)
      .map(({ company, site, silent_s: silence }) =>
        row(
          'sites',
          `${company}, ${site}`,
          `Без связи ${span(silence)}`,
          amiss(
            silence > AGENT_SILENT_S,
            'bad',
            'Проверьте компьютер площадки и её интернет; взвешивание там идёт без связи',
          ),
        ),
      ),
  ]
}

function backupRow(backup: Figures['values']['backup'], { config }: Services): StateRow {
  const what = 'Резервная копия'
  if (!config.backup)
    return row(
      'storage',
      what,
      'Не настроена',
      // The demo keeps nothing that anybody would miss.
      amiss(
        !config.demo,
        'warning',
        'Задайте BACKUP_DIR и BACKUP_RECIPIENT, снимайте копию каждую ночь',
      ),
    )
  if (!backup) return notKnown('storage', what)
  const { age_s: age, is_late: isLate, failed } = backup
  const told = age === null ? 'Ещё нет ни одной' : `Последняя снята ${span(age)} назад`
  if (isLate)
    return row('storage', what, told, [
      'bad',
      'Посмотрите таймер priyomka-backup и его журнал; снимите копию: npm run backup',
    ])
  return row(
    'storage',
    what,
    told,
    amiss(failed !== null, 'warning', 'Последняя попытка не удалась: причина ниже'),
  )
}

const ROOM = {
  enough: ['good', null],
  low: ['warning', 'Освободите место или перенесите файлы в S3: npm run move-files'],
  none: ['bad', 'Освободите место сейчас: файлы и фотографии не сохраняются'],
} as const

async function diskRows({ files: { disk } }: Services): Promise<StateRow[]> {
  try {
    const [{ free, total }, room] = [await disk.space(), await disk.room()]
    return [row('storage', 'Диск файлов', `Свободно ${size(free)} из ${size(total)}`, ROOM[room])]
  } catch {
    return [
      row('storage', 'Диск файлов', 'Не отвечает', [
        'bad',
        'Проверьте, подключён ли диск папки DATA_DIR',
      ]),
    ]
  }
}
