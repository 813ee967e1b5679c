import { ownValue } from '#contract/core/own-value.ts'
// Makers of keys by their AAGUID, those that people of a company meet. Devices that keep their maker to themselves send zeros.
const MAKERS: Readonly<Record<string, string>> = {
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome на Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Пароли Apple',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Пароли Apple',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Менеджер паролей Google',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-40a6-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
}

interface KeyHolder {
  readonly aaguid: string
  readonly transports: readonly string[]
  readonly synced: boolean
}

/** What holds a key, as far as it says so itself. */
export function describeHolder({ aaguid, transports, synced }: KeyHolder): string {
  const maker = ownValue(MAKERS, aaguid)
  if (maker) return maker
  if (['usb', 'nfc', 'ble', 'smart-card'].some((way) => transports.includes(way)))
    return 'Аппаратный ключ'
  if (synced) return 'Менеджер паролей'
  if (transports.includes('internal')) return 'Встроен в устройство'
  return transports.includes('hybrid') ? 'Телефон' : 'Неизвестное устройство'
}
