import { listSealFiles, sealFileName } from '../storage/key-files.ts'
import { nameOf, type KeyWork } from './rotate-keys.ts'
import { listSealKeys, type SealKeyFacts } from './seal-key-queries.ts'
import { countByKey, countLetters, sealedColumns } from './sealed-values-queries.ts'

/** What each key closes now, table by table, and what happened to it. */
export async function tellStatus({ services, owner, say }: KeyWork): Promise<void> {
  const counts = new Map<number, string[]>()
  const totals = new Map<number, number>()
  const add = (where: string, found: readonly { key: number; count: number }[]) => {
    for (const { key, count } of found) {
      counts.set(key, [...(counts.get(key) ?? []), `  ${where}: ${count}`])
      totals.set(key, (totals.get(key) ?? 0) + count)
    }
  }
  for (const column of sealedColumns) add(nameOf(column), await countByKey(owner, column))
  add('письма в очереди', await countLetters(owner))
  const facts = new Map((await listSealKeys(owner)).map((one) => [one.id, one]))
  const files = new Map(listSealFiles(services.config.keyFolders).map((one) => [one.id, one]))
  const newest = services.ring.newest().id
  const waiting = (id: number) => files.get(id)?.isNext || (files.has(id) && id > newest)
  const all = new Set([...facts.keys(), ...files.keys(), ...counts.keys()])
  for (const id of [...all].toSorted((a, b) => a - b)) {
    const about = [
      ...(files.has(id) ? [files.get(id)!.name] : [`файла ${sealFileName(id)} нет`]),
      ...(id === newest ? ['шифрует'] : []),
      ...(waiting(id) ? ['ждёт rotate'] : []),
      ...historyOf(facts.get(id)),
      `значений ${totals.get(id) ?? 0}`,
    ]
    say(`Ключ ${id}: ${about.join(', ')}`)
    for (const line of counts.get(id) ?? []) say(line)
  }
  const sum = [...totals.values()].reduce((a, b) => a + b, 0)
  const done = totals.get(newest) ?? 0
  say(`Новейшим ключом зашифровано ${done} из ${sum}`)
}

function historyOf(facts: SealKeyFacts | undefined): string[] {
  if (!facts) return ['в базе не записан']
  const { made_at: made, closed_at: closed, retired_at: retired, leaked_from: leaked } = facts
  return [
    ...(made === null ? [] : [`записан ${made}`]),
    ...(closed === null || retired !== null ? [] : [`закрыт для записи ${closed}`]),
    ...(leaked === null ? [] : [`известен посторонним с ${leaked}`]),
    ...(retired === null ? [] : [`отозван ${retired}`]),
  ]
}
