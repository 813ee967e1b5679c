import { expect, type APIRequestContext } from '@playwright/test'
import { tokenOf } from './addresses.ts'

/** Calls of a person over the API that are not refused. */
export async function callAs(request: APIRequestContext, login: string) {
  const headers = { authorization: `Bearer ${await tokenOf(request, login)}` }
  return async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(path, { method, headers, ...(data && { data }) })
    expect(answer.status(), await answer.text()).toBe(200)
    return await answer.json()
  }
}

/** The company's price step from here on; at 1,000,000 neither steps nor first prices take a second person. Answers the former one. */
export async function setPriceStep(
  request: APIRequestContext,
  price_step_bp: number,
): Promise<number> {
  const { id } = await (await callAs(request, 'manager'))('GET', '/api/v1/company/getCompany')
  const asSuper = await callAs(request, 'super')
  const { version, settings } = await asSuper('GET', `/api/v1/company/superGetCompany?id=${id}`)
  const rules = { price_step_bp }
  await asSuper('PUT', '/api/v1/company/superUpdateCompany', { id, version, settings: { rules } })
  return settings.rules.price_step_bp
}
