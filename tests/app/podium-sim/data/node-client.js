// Calls a Cloud TPU API over REST with Google's own client: list (all zones), get, create, guest
// attributes, delete. Prints what it saw as one JSON line. argv: host, port, token, project.
'use strict';
const {TpuClient} = require('@google-cloud/tpu').v2;
const {OAuth2Client, GoogleAuth} = require('google-auth-library');

const [host, port, token, project] = process.argv.slice(2);
const authClient = new OAuth2Client();
authClient.setCredentials({access_token: token});

async function main() {
  const client = new TpuClient({
    fallback: true,
    protocol: 'http',
    apiEndpoint: host,
    port: Number(port),
    auth: new GoogleAuth({authClient, projectId: project}),
    projectId: project,
  });
  const all = `projects/${project}/locations/-`;
  const zone = `projects/${project}/locations/us-central2-b`;
  const [nodes] = await client.listNodes({parent: all});
  const [node] = await client.getNode({name: `${zone}/nodes/one`});
  const [guest] = await client.getGuestAttributes({name: node.name});
  const [making] = await client.createNode({
    parent: zone,
    nodeId: 'made',
    node: {acceleratorType: 'v4-8', runtimeVersion: 'tpu-ubuntu2204-base'},
  });
  const [made] = await making.promise();
  const [deleting] = await client.deleteNode({name: made.name});
  await deleting.promise();
  const [left] = await client.listNodes({parent: all});
  const missing = await client.getNode({name: made.name}).catch(error => error.code);
  console.log(JSON.stringify({
    nodes: nodes.map(n => n.name),
    state: node.state,
    address: node.networkEndpoints[0].accessConfig.externalIp,
    hostKeys: guest.guestAttributes.length,
    made: made.state,
    left: left.length,
    missing,
  }));
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
