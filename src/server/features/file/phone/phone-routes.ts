import { phone, phoneLinks } from '#contract/file/phone.ts'
import { serve } from '#http/serve.ts'
import { getPhoneState, openPhone } from './open-phone.ts'
import * as links from './phone-links.ts'
import { takePage } from './take-page.ts'

export const phoneRoutes = [
  serve(phoneLinks.create, links.createPhoneLink),
  serve(phoneLinks.get, links.getPhoneLink),
  serve(phoneLinks.getPage, links.getPhonePage),
  serve(phoneLinks.end, links.endPhoneLink),
  serve(phone.open, openPhone),
  serve(phone.getState, getPhoneState),
  serve(phone.sendPage, takePage),
]
