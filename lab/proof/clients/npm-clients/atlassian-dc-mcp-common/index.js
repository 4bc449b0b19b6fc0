/**
 * What `@atlassian-dc-mcp/jira` imports of its package `common`, which can't be installed here: it starts the server on
 * standard input and output, and reads the settings. The tools and all requests but the download are the server's own.
 */
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

export const initializeRuntimeConfig = () => undefined;

export const getProductRuntimeConfig = ({ envVars }) => ({
  host: process.env[envVars.host],
  token: process.env[envVars.token],
  defaultPageSize: 25,
});

export const validateProductRuntimeConfig = ({ envVars }) =>
  [envVars.host, envVars.token].filter((name) => !process.env[name]);

export const resolveOpenApiBase = ({ host, defaultBasePath }) => `${host}${defaultBasePath}`;

export const createMcpServer = (options) => new McpServer(options);

export const connectServer = (server) => server.connect(new StdioServerTransport());

export const formatToolResponse = (result) => ({ content: [{ type: 'text', text: JSON.stringify(result) }] });

export async function handleApiOperation(act) {
  try {
    return { success: true, data: await act() };
  } catch (error) {
    return { success: false, error: error.message, details: error.body };
  }
}

export const resolveAttachmentGateway = () => ({
  upload: { enabled: true, root: process.env.UPLOAD_DIRECTORY },
  download: { enabled: false },
});

export const resolveUploadSource = ({ requestedPath, side }) => ({ absolutePath: join(side.root, requestedPath) });

export async function downloadAttachment({ url, token, filename }) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token()}` } });
  return { filename, content: await response.text() };
}

/** Downloads are only answered, never saved. */
export const resolveDownloadDestination = undefined;
