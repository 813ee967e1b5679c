import { readFileSync } from 'node:fs'
import path from 'node:path'
import { validateXML } from 'xmllint-wasm'

const dir = path.resolve(import.meta.dirname, '../../fixtures/enterprise-data')
const fileOf = (fileName: string) => ({
  fileName,
  contents: readFileSync(path.join(dir, fileName), 'utf8'),
})

/** What libxml2 says against a message for 1C, by our part of EnterpriseData 1.8; empty when it is valid. */
export async function exchangeFaults(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'message.xml', contents: xml },
    schema: fileOf('message.xsd'),
    preload: [fileOf('header.xsd'), fileOf('body.xsd')],
  })
  return errors.map(({ message }) => message)
}
