import { startBank } from './bank.ts'
import { startPartyRegistry } from '../registry/party-registry.ts'
import { startTaxService } from '../tax/tax-service.ts'
import { readNotPayers, readOptions } from './config.ts'

const bank = await startBank(readOptions())
// The tax service is asked before a self-employed payee is paid, so it stands beside the bank.
const tax = await startTaxService()
for (const inn of readNotPayers()) tax.notPayers.add(inn)
// Requisites by ИНН for the forms of firms.
const registry = await startPartyRegistry()
const ready = {
  ready: true,
  api: Number(new URL(bank.api).port),
  control: Number(new URL(bank.control).port),
  page: `${bank.control}/`,
  tax: tax.url,
  registry: registry.url,
  registryKey: registry.key,
}

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
// The launcher is gone: no other program would stop this process.
process.on('disconnect', stop)

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all([bank.close(), tax.close(), registry.close()])
  process.exit(0)
}

// Only now: a program that learns that it is ready may end it at once.
process.stdout.write(`${JSON.stringify(ready)}\n`)
process.send?.(ready)
process.stdout.write(`Страница учебного банка: ${ready.page}\n`)
