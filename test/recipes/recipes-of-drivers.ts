import { readFileSync } from 'node:fs'
import type { FollowedRecipe } from './recipe-steps.ts'

/** The model of a page under another name: what has to be written is as long as the model. */
function renamed(file: string, words: Readonly<Record<string, string>>): string {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  return Object.entries(words).reduce((left, [from, to]) => left.replaceAll(from, to), text)
}

const SMA = { "'sma'": "'dusty'", ' sma ': ' dusty ', '  sma:': '  dusty:' }

export const scaleDriver: FollowedRecipe = {
  page: 'scale-driver',
  steps: [
    {
      file: 'src/contract/scales/dusty.ts',
      add: renamed('src/contract/scales/sma.ts', {
        ...SMA,
        'SMA: Cardinal, Fairbanks, Rice Lake': 'Пыльные весы',
      }),
      forgotten: /dusty/,
    },
    {
      file: 'src/contract/scales/all.ts',
      after: "export { dini } from './dini.ts'\n",
      add: "export { dusty } from './dusty.ts'\n",
      forgotten: /dusty/,
    },
    {
      file: 'src/agent/scales/drivers/dusty.ts',
      add: renamed('src/agent/scales/drivers/sma.ts', SMA),
    },
    {
      file: 'src/agent/scales/drivers/dusty.json',
      add: renamed('src/agent/scales/drivers/sma.json', {}),
    },
    {
      file: 'src/simulators/yard/scales/dusty.ts',
      add: renamed('src/simulators/yard/scales/sma.ts', SMA),
    },
  ],
  tests: [
    'src/agent/scales/drivers/vectors.test.ts',
    'test/devices/scale-drivers.test.ts',
    'test/devices/scale-encoders.test.ts',
  ],
}

const CODES = "'sandbox','yookassa','tbank','directbank','file_1c','file_iso20022'"

/** A bank that speaks the dialect of T-API at an address of its own. */
export const bank: FollowedRecipe = {
  page: 'bank',
  steps: [
    {
      file: 'src/contract/bank/bank-providers.ts',
      after: "  'file_iso20022',\n",
      add: "  'dustbank',\n",
      forgotten: /dustbank/,
    },
    {
      file: 'src/contract/bank/bank-providers.ts',
      after: "  file_iso20022: { title: 'Файл ISO 20022', methods: ['account'], byFile: true },\n",
      add: "  dustbank: { title: 'Пыль-Банк', methods: ['account'] },\n",
      forgotten: /bank-providers\.ts.*dustbank/,
    },
    {
      file: 'migrations/9004_dustbank.sql',
      add: `-- A provider's code is written into bank.adapter.
ALTER TABLE bank DROP CONSTRAINT bank_adapter_check, ADD CONSTRAINT bank_adapter_check
  CHECK (adapter IN (${CODES},'dustbank')) NOT VALID;
`,
    },
    {
      file: 'migrations/9005_dustbank_checked.sql',
      add: `-- online: the banks that are there have codes of the list.
ALTER TABLE bank VALIDATE CONSTRAINT bank_adapter_check;
`,
    },
    {
      file: 'src/server/features/bank/providers/dustbank/dustbank.ts',
      add: renamed('src/server/features/bank/providers/tbank/tbank.ts', {
        "'tbank'": "'dustbank'",
        ' tbank ': ' dustbank ',
        "'./": "'../tbank/",
        'https://secured-openapi.tbank.ru': 'https://api.dustbank.example',
      }),
      forgotten: /dustbank/,
    },
    {
      file: 'src/server/features/bank/providers/dustbank/dustbank.test.ts',
      add: renamed('src/server/features/bank/providers/tbank/tbank.test.ts', {
        "from './tbank.ts'": "from '../tbank/tbank.ts'",
      }),
    },
    {
      file: 'src/server/features/bank/providers/all.ts',
      after: "import { directbank } from './directbank/directbank.ts'\n",
      add: "import { dustbank } from './dustbank/dustbank.ts'\n",
    },
    {
      file: 'src/server/features/bank/providers/all.ts',
      after: '  file_iso20022: fileIso20022,\n',
      add: '  dustbank,\n',
      forgotten: /all\.ts.*dustbank/,
    },
    {
      file: 'src/contract/bank/bank-offers.ts',
      after: 'export const bankOffers: Record<ProviderCode, BankOffer> = {\n',
      add: "  dustbank: { what: 'Платит.', speed: 'Сразу', cost: 'Бесплатно', preparation: [{ text: 'Ключ' }] },\n",
      forgotten: /bank-offers\.ts.*dustbank/,
    },
    {
      file: 'docs/payments.md',
      after: '| `directbank` | account | required | 4.6 |\n',
      add: '| `dustbank` | account | required | calls of `tbank` |\n',
    },
  ],
  tests: [
    'src/server/features/bank/providers/providers.test.ts',
    'src/server/features/bank/bank.test.ts',
    'src/server/features/payment/reasons.test.ts',
  ],
}
