/** Every operation of the console by id. */

import { getBalanceHistory } from './accounts/balanceHistory.ts'
import {
  changeAccount,
  changeCompany,
  createAccount,
  createCompany,
  createWorkspace,
  renameWorkspace,
} from './accounts/setup.ts'
import { listAudit } from './audit.ts'
import { getBillDetails, getDocument } from './bills/billDetails.ts'
import { listCandidates, listTransactionBills } from './bills/candidates.ts'
import { changeSettings, getSettings } from './bills/settings.ts'
import { getToDecide } from './bills/toDecide.ts'
import { commentBill, fixBill, getBillWork, moveBill } from './bills/work.ts'
import {
  dropUpload,
  getImport,
  listImports,
  listUploads,
  runImport,
  sendPiece,
  startUpload,
  undoImport,
} from './imports.ts'
import { changeKeyNetworks, createKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import {
  categorise,
  deleteView,
  exportBills,
  exportTransactions,
  getBillTotals,
  getTransactionTotals,
  listBillRows,
  listTransactionRows,
  listViews,
  saveView,
  undoCategorise,
} from './lists.ts'
import { createMatch, decideSuggestion, deleteMatch, listSuggestions } from './matching.ts'
import { getOverview } from './overview.ts'
import { changeRole, invitePerson, listPeople, removePerson, withdrawInvite } from './people.ts'
import {
  applyRules,
  changeRule,
  chooseCategory,
  createRule,
  deleteRule,
  getCategoryAssignment,
  listRules,
} from './rules.ts'
import {
  acceptLink,
  changePassword,
  disableSecondFactor,
  enableSecondFactor,
  getMe,
  inspectLink,
  joinWorkspace,
  listSessions,
  proposeSecondFactor,
  renewRecoveryCodes,
  revokeSession,
  signIn,
  signOut,
  signOutEverywhere,
} from './session.ts'
import { changeSettlementSettings, deletePayment, getSettlementSettings } from './settlement.ts'
import { getUsage } from './usage.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookAttempts,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks.ts'

/** Under /console. */
export const personalOperations = {
  getMe,
  signIn,
  signOut,
  signOutEverywhere,
  listSessions,
  revokeSession,
  inspectLink,
  acceptLink,
  joinWorkspace,
  changePassword,
  proposeSecondFactor,
  enableSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  createWorkspace,
}

/** Under /console/workspaces/{workspaceId}, next to the API's operations, which are there under /v1. */
export const workspaceOperations = {
  getOverview,
  renameWorkspace,
  createCompany,
  changeCompany,
  createAccount,
  changeAccount,
  getBalanceHistory,
  listKeys,
  createKey,
  rotateKey,
  changeKeyNetworks,
  revokeKey,
  getUsage,
  listWebhooks,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhook,
  listWebhookAttempts,
  listPeople,
  invitePerson,
  withdrawInvite,
  changeRole,
  removePerson,
  listAudit,
  listRules,
  createRule,
  changeRule,
  deleteRule,
  applyRules,
  chooseCategory,
  getCategoryAssignment,
  listTransactionRows,
  listBillRows,
  getTransactionTotals,
  getBillTotals,
  exportTransactions,
  exportBills,
  listViews,
  saveView,
  deleteView,
  categorise,
  undoCategorise,
  listSuggestions,
  decideSuggestion,
  createMatch,
  deleteMatch,
  deletePayment,
  getSettlementSettings,
  changeSettlementSettings,
  listUploads,
  startUpload,
  sendPiece,
  dropUpload,
  getBillDetails,
  getDocument,
  getBillWork,
  moveBill,
  fixBill,
  commentBill,
  listCandidates,
  listTransactionBills,
  getToDecide,
  getSettings,
  changeSettings,
  runImport,
  listImports,
  getImport,
  undoImport,
}

export const consoleOperations = { ...personalOperations, ...workspaceOperations }
export type ConsoleOperations = typeof consoleOperations
export type ConsoleOperationId = keyof ConsoleOperations
