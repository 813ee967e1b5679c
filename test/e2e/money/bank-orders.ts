/** An order of a file as the bank that takes the file reads it. */
export interface BankOrder {
  readonly kop: number
  readonly day: string
  readonly number: string
  readonly account: string
  readonly name: string
  readonly purpose: string
  readonly endToEnd?: string
}

/** The orders of a file of 1С. */
export function ordersOf(file: string): BankOrder[] {
  const of = (section: string, key: string) =>
    new RegExp(`^${key}=(.*)\r$`, 'm').exec(section)?.[1] ?? ''
  const day = of(file, 'ДатаСоздания').split('.').toReversed().join('-')
  return file
    .split('СекцияДокумент=')
    .slice(1)
    .map((order) => ({
      kop: Math.round(Number(of(order, 'Сумма')) * 100),
      day,
      number: of(order, 'Номер'),
      account: of(order, 'ПолучательСчет'),
      name: of(order, 'Получатель1') || of(order, 'Получатель'),
      purpose: of(order, 'НазначениеПлатежа'),
    }))
}

/** The orders of a `pain.001`. */
export function xmlOrdersOf(xml: string): BankOrder[] {
  const day = /<CreDtTm>(\d{4}-\d\d-\d\d)/.exec(xml)![1]!
  return xml
    .split('<CdtTrfTxInf>')
    .slice(1)
    .map((order) => {
      const of = (path: RegExp) => path.exec(order)?.[1] ?? ''
      return {
        kop: Math.round(Number(of(/<InstdAmt[^>]*>([\d.]+)</)) * 100),
        day,
        number: of(/<InstrId>([^<]*)</),
        account: of(/<CdtrAcct>[\s\S]*?<Id>(\d{20})</),
        name: of(/<Cdtr>[\s\S]*?<Nm>([^<]*)</),
        purpose: [...order.matchAll(/<Ustrd>([^<]*)</g)].map(([, part]) => part).join(''),
        endToEnd: of(/<EndToEndId>([^<]*)</),
      }
    })
}
