# A client that reads its methods from discovery.
require 'json'
require 'kubeclient'
require 'timeout'

def step(name)
  outcome = begin
    Timeout.timeout(30) { yield }
  rescue StandardError => e
    "failed: #{e.class} #{e.message} #{e.backtrace.first(5).join(' ')}"
  end
  puts({ step: name, outcome: outcome.to_s }.to_json)
  $stdout.flush
end

config = Kubeclient::Config.read(ENV.fetch('KUBECONFIG'))
context = config.context
client_for = lambda do |path, version|
  Kubeclient::Client.new("#{context.api_endpoint}#{path}", version, ssl_options: context.ssl_options, auth_options: context.auth_options)
end
core = client_for.call('', 'v1')
apps = client_for.call('/apis/apps', 'v1')
namespace = 'ruby'
settings = ->(name, data = {}) { Kubeclient::Resource.new(metadata: { name: name, namespace: namespace }, data: data) }

puts({ version: Kubeclient::VERSION }.to_json)

step('discover') do
  core.discover
  core.respond_to?(:get_pods)
end
step('create_namespace') { core.create_namespace(Kubeclient::Resource.new(metadata: { name: namespace })).metadata.name }
step('create_config_map, and again') do
  core.create_config_map(settings.call('a', k: 'v'))
  core.create_config_map(settings.call('a'))
rescue Kubeclient::HttpError => e
  "#{e.error_code} #{e.message}"
end
step('get_config_maps with a limit and a selector') do
  page = core.get_config_maps(namespace: namespace, limit: 1, field_selector: 'metadata.name=a')
  "#{page.size} #{page.kind}"
end
step('get_config_map that does not exist') do
  core.get_config_map('absent', namespace)
rescue Kubeclient::ResourceNotFoundError => e
  "#{e.error_code} #{e.message}"
end
step('patch_config_map, merge_patch_config_map and json_patch_config_map') do
  core.patch_config_map('a', { data: { strategic: '1' } }, namespace)
  core.merge_patch_config_map('a', { data: { k: nil } }, namespace)
  core.json_patch_config_map('a', [{ op: 'add', path: '/data/json', value: '1' }], namespace).data.to_h.keys.sort.join(' ')
end
step('apply_config_map') do
  body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied', namespace: namespace }, data: { a: '1' } }
  core.apply_config_map(body, field_manager: 'tests').metadata.managedFields.first.operation
end
step('watch_config_maps from the version of a list') do
  version = core.get_config_maps(namespace: namespace).resourceVersion
  core.create_config_map(settings.call('watched'))
  core.delete_config_map('watched', namespace)
  seen = []
  watcher = core.watch_config_maps(namespace: namespace, resource_version: version)
  watcher.each do |notice|
    seen << notice.type
    watcher.finish if notice.type == 'DELETED'
  end
  seen.join(' ')
end
step('create_deployment and its pod') do
  containers = [{ name: 'web', image: 'nginx:1.25' }]
  apps.create_deployment(
    Kubeclient::Resource.new(
      metadata: { name: 'web', namespace: namespace },
      spec: { selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers: containers } } }
    )
  )
  sleep 0.05 until apps.get_deployment('web', namespace).status.availableReplicas == 1
  core.get_pods(namespace: namespace, label_selector: 'app=web').first.status.phase
end
pod = core.get_pods(namespace: namespace, label_selector: 'app=web').first.metadata.name
step('get_pod_log') { core.get_pod_log(pod, namespace, tail_lines: 1).body.lines.size }
step('watch_pod_log') do
  watcher = core.watch_pod_log(pod, namespace)
  lines = []
  watcher.each do |line|
    lines << line
    watcher.finish
  end
  lines.any?
end
step('delete_namespace') { core.delete_namespace(namespace).status.phase }
