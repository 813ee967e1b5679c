import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { actions, type ActionCode } from '#contract/core/actions.ts'
import { companyRoles } from '#contract/core/roles.ts'
import { moduleSpecs } from '#contract/company/module-specs.ts'
import { moduleOf, paths, screenAt, type PathName } from '#contract/screen-paths.ts'
import { screens } from '#web/screens.ts'
import { navigation, visibleGroups } from '#web/shell/navigation/navigation.ts'
import { addressesOf } from '#test/e2e/support/addresses.ts'

const root = path.resolve(import.meta.dirname, '../..')
const names = Object.keys(paths) as PathName[]

/** Shows «В разработке». The page that is written takes its name out of here. */
const NOT_BUILT: readonly PathName[] = []

test('each address has the page that it names, but for those that are not built yet', () => {
  const missing = names.filter(
    (name) => !existsSync(path.join(root, `src/web/features/${screens[name].page}-page.tsx`)),
  )
  assert.deepEqual(missing, NOT_BUILT, 'Write the page, or correct its file in src/web/screens.ts')
})

/** Reached from another screen or by the menu of the account. */
const WITHOUT_ENTRY: readonly PathName[] = ['home', 'account', 'help']

test('each screen of its own has an entry of the navigation', () => {
  const missing = names.filter(
    (name) =>
      screens[name].layout === 'main' &&
      !paths[name].includes(':') &&
      !WITHOUT_ENTRY.includes(name) &&
      !navigation.some((entry) => entry.name === name),
  )
  assert.deepEqual(
    missing,
    [],
    'Add an entry in src/web/shell/navigation/navigation.ts, or name the screen in WITHOUT_ENTRY here',
  )
})

/** Written down independently of the table of permissions: whose day has payments. */
const READS_PAYMENTS = ['OPERATOR', 'MANAGER', 'CASHIER', 'ACCOUNTANT', 'OWNER']

test('payments, money and the month open for each job but a weigher, whom to pay for those who prepare, the posts for those who weigh', () => {
  const openTo = (name: PathName) =>
    companyRoles.filter((role) =>
      screens[name].rights!.some((right) =>
        (actions[right].holders as readonly string[]).includes(role),
      ),
    )
  for (const name of ['payments', 'money', 'month'] as const)
    assert.deepEqual(openTo(name).toSorted(), READS_PAYMENTS.toSorted(), name)
  for (const name of ['createPayment', 'createPaymentDetails'] as const)
    assert.deepEqual(openTo(name).toSorted(), ['CASHIER', 'MANAGER', 'OPERATOR'], name)
  for (const name of ['weight', 'weight1', 'weight2', 'manual', 'createActDetails'] as const)
    assert.deepEqual(openTo(name).toSorted(), ['MANAGER', 'OPERATOR', 'WEIGHER'], name)
})

test('the menu offers a screen of rights to whoever holds one of them and to no one else', () => {
  const person = {
    account: { user: { info: { role: 'USER', roles: ['OPERATOR', 'MANAGER'] } } },
    company: { settings: { modules: moduleSpecs.map(({ tag }) => tag), modules_cfg: {} } },
  }
  // What else a signed-in person has, the menu does not read.
  const state: Parameters<typeof visibleGroups>[0] = JSON.parse(JSON.stringify(person))
  const offered = (...rights: ActionCode[]) => {
    const entries = visibleGroups(state, new Set<string>(rights)).flatMap(([, some]) => some)
    return entries.map(({ name }) => name).filter((name) => screens[name].rights)
  }
  assert.deepEqual(offered('act.edit', 'file.upload'), [])
  assert.deepEqual(offered('weight.capture'), ['weight', 'weight1', 'weight2'])
  assert.deepEqual(offered('weight.manual'), ['manual'])
  assert.deepEqual(offered('report.create'), ['payments', 'money', 'month'])
  assert.deepEqual(offered('payment.save'), ['createPayment', 'payments'])
})

/** Open in each company, whatever its modules are. */
const WITHOUT_MODULE: readonly PathName[] = ['operator', 'audit', 'people']

test('each screen of the working area is opened by a module', () => {
  const missing = names.filter(
    (name) =>
      screens[name].guard === 'operator' && !moduleOf(name) && !WITHOUT_MODULE.includes(name),
  )
  assert.deepEqual(
    missing,
    [],
    'Add it to moduleScreens in src/contract/screen-paths.ts, or name it in WITHOUT_MODULE here',
  )
})

test('a module names its screens by their short addresses', () => {
  const screensOf = (module: string) => moduleSpecs.find(({ tag }) => tag === module)!.screens
  assert.deepEqual(screensOf('weight'), ['weight', 'weight1', 'weight2'])
  assert.deepEqual(screensOf('files'), ['documents', 'image'])
  assert.deepEqual(screensOf('weightacts'), ['weightacts', 'print/weight_act'])
  assert.deepEqual(screensOf('payment'), [
    'create_payment',
    'create_payment/details',
    'payments',
    'money',
    'print/registry',
  ])
})

test('each address with an id is opened by the journey through all addresses', () => {
  const one = { act: 'a', supplier: 'b', weightAct: 'c', registry: 'd', image: 'e' }
  const opened = new Set(addressesOf(one).map((address) => screenAt(address.path)))
  assert.deepEqual(
    names.filter((name) => paths[name].includes(':') && !opened.has(name)),
    [],
    'Add address and heading to test/e2e/support/addresses.ts',
  )
})

test('each component of the UI library that a screen uses has its styles', () => {
  const used = globSync('src/web/**/*.tsx', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        /import \{([^}]*)\} from '@mantine\/core'/g,
      ),
    ].flatMap(([, list]) => list!.split(',').map((name) => name.trim())),
  )
  assert.ok(used.length > 20, `${used.length} components`)
  const kit = path.join(root, 'node_modules/@mantine/core')
  // As kit-css.ts finds it by its name.
  const modules = globSync('esm/components/**/*.mjs', { cwd: kit })
  const isFound = (name: string) => modules.some((file) => file.endsWith(`/${name}/${name}.mjs`))
  assert.deepEqual(
    [...new Set(used)].filter(
      (name) => existsSync(path.join(kit, `styles/${name}.layer.css`)) && !isFound(name),
    ),
    [],
    'src/web/kit-css.ts finds no module of this name: import its styles in src/web/ui/theme/kit-styles.ts',
  )
})
